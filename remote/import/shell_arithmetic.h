// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates $(( )) and conditions of a shell if everything in them is known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remote/import/shell_text.h"

namespace trainyard {

// Read and write the value of a variable; nothing if it is not a known number.
struct ArithmeticVariables {
  std::function<std::optional<std::int64_t>(const std::string&)> get;
  std::function<void(const std::string&, std::optional<std::int64_t>)> set;
};

// The expression has no $: variables are names. Variables that are assigned to are always set, to
// nothing if their value is unknown. Nothing if the value is unknown or the text is not an
// expression.
std::optional<std::int64_t> arithmetic_value(std::string_view text,
                                             const ArithmeticVariables& variables);
// The same with no variable known.
std::optional<std::int64_t> arithmetic_value(std::string_view text);

// The words between [ and ], or between [[ and ]], where patterns are matched. Nothing if it
// depends on something unknown: files, environment variables.
std::optional<bool> condition_value(const ShellWords& words, bool has_patterns);

// Matches a pattern of `case` and [[ ]]: * ? [a-z].
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace trainyard
