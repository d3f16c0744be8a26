// SPDX-License-Identifier: GPL-3.0-or-later
// What a text between quotes in a template says.
#pragma once

#include <string>
#include <string_view>

namespace trainyard::chat {

// Python's escapes (\n, \x41, \u00e9, \101; one that is none stays as it stands) taken out of
// `written`, whose quotes are gone. False for one that is cut off, names a character (\N{...}) or
// stands for half of a surrogate pair.
bool unescape(std::string_view written, std::string& text);

}  // namespace trainyard::chat
