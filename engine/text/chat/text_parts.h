// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting, stripping and replacing in texts with Python's semantics.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

// str.strip, str.lstrip and str.rstrip; strips white space if `characters` is not given.
std::string_view stripped(std::string_view text, std::optional<std::string_view> characters,
                          bool at_begin, bool at_end);
// Returns a part of `whole`, sharing its memory if that outlives both.
Any part_of(const Any& whole, std::string_view part);
// A text that is marked safe if `source` is.
Any marked_like(const Any& source, std::string text);

std::vector<std::string_view> lines_of(std::string_view text, bool keeps_breaks);
// Splits at most `most` times (unlimited if negative), from the left or from the right, at a
// separator or at white space.
std::vector<std::string_view> split_at(std::string_view text, std::string_view separator,
                                       std::int64_t most, bool from_right);
std::vector<std::string_view> split_at_space(std::string_view text, std::int64_t most,
                                             bool from_right);
std::string replaced(std::string_view text, std::string_view old, std::string_view made,
                     std::int64_t most, Work& work);
// str.isupper or str.islower: there are characters of this case and none of the other.
bool is_all_of_case(std::string_view text, bool is_upper);

}  // namespace trainyard::chat
