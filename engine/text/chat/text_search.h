// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting texts and replacing in them as Python's texts do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/text/chat/template_fault.h"

namespace trainyard::chat {

// At most `most` cuts (any number when negative), from the left or from the right.
std::vector<std::string_view> split_at(std::string_view text, std::string_view separator,
                                       std::int64_t most, bool from_right);
std::vector<std::string_view> split_at_space(std::string_view text, std::int64_t most,
                                             bool from_right);
std::string replaced(std::string_view text, std::string_view old, std::string_view made,
                     std::int64_t most, Work& work);
// Some character has a trait of `wanted` and none one of `unwanted`.
bool is_all_of_case(std::string_view text, unsigned wanted, unsigned unwanted);

}  // namespace trainyard::chat
