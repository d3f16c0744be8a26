// SPDX-License-Identifier: GPL-3.0-or-later
// $(( )) and conditions of a shell, where everything in them is known.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "remote/import/shell_text.h"

namespace trainyard {

// How the value of a variable is read and written; nothing where it is no known number.
struct ArithmeticVariables {
  std::function<std::optional<std::int64_t>(const std::string&)> get;
  std::function<void(const std::string&, std::optional<std::int64_t>)> set;
};

// Without $: variables are names. What is assigned to is set in any case, to nothing where its
// value is not known. Nothing where the value is not known or the text is no expression.
std::optional<std::int64_t> arithmetic_value(std::string_view text,
                                             const ArithmeticVariables& variables);

// The words between [ and ], or between [[ and ]], where patterns are matched. Nothing where it
// depends on what is not known: files, variables of the environment.
std::optional<bool> condition_value(const ShellWords& words, bool has_patterns);

// A pattern of `case` and [[ ]]: * ? [a-z].
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace trainyard
