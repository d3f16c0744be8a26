// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-2's spelling of bytes: each of the 256 bytes is written as one printable letter, so that
// vocabularies are text files. 33-126, 161-172 and 174-255 are written as themselves, the other 68
// as U+0100 to U+0143 in order.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

char32_t letter_of_byte(unsigned char byte);  // at most U+0143
std::optional<unsigned char> byte_of_letter(char32_t letter);

// Converts bytes to letters in UTF-8, and back; nothing if a letter does not represent a byte.
// `spelled` must be valid UTF-8.
std::string spell_bytes(std::string_view bytes);
std::optional<std::string> unspell_bytes(std::string_view spelled);

}  // namespace trainyard
