// SPDX-License-Identifier: GPL-3.0-or-later
// Braces in the words of a shell script.
#pragma once

#include <string>
#include <vector>

namespace trainyard {

// Unquoted a{b,c}d and {1..4}: the words that they expand to.
void expand_braces(const std::string& text, std::vector<std::string>& out, int depth = 0);

}  // namespace trainyard
