// SPDX-License-Identifier: GPL-3.0-or-later
// What ${name...} makes of a known text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

// ${name#pattern}, ${name%pattern}, with the sign twice the longest match.
std::string without_match(const std::string& text, std::string_view pattern, bool is_front,
                          bool is_longest);
// ${name^}, ${name,}, with the sign twice all letters.
std::string with_case(std::string text, bool is_upper, bool is_all);
// ${name/from/to}, with the sign twice all of them. `operand` is "from/to"; nothing if it has
// patterns.
std::optional<std::string> with_replaced(const std::string& text, const std::string& operand,
                                         bool is_all);

}  // namespace trainyard
