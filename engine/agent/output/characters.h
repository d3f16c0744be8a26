// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of characters in what programs print, without the locale.
#pragma once

namespace trainyard::agent {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
// Of ASCII, or a part of a character of UTF-8.
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || is_upper(c) || (c & 0x80) != 0; }

}  // namespace trainyard::agent
