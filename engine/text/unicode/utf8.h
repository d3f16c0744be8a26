// SPDX-License-Identifier: GPL-3.0-or-later
// UTF-8 validation and repair, and splitting into lines with their breaks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

// The first byte that cannot be part of UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing
// above U+10FFFF; includes a sequence cut off by the end).
struct Utf8Fault {
  std::size_t byte_offset = 0;  // from 0
  std::size_t line = 1;         // from 1; lines end at '\n'
};

std::optional<Utf8Fault> find_invalid_utf8(std::string_view text);

// How many bytes at the start of `text`, which must start with invalid UTF-8, are replaced by one
// replacement character: the longest prefix of a valid sequence, else one byte (Unicode 3.9,
// "maximal subpart").
std::size_t broken_sequence_length(std::string_view text);

// Removes and returns the first line of `rest` with its '\n' (the last line may have none). Empty
// only if `rest` is.
std::string_view take_line(std::string_view& rest);

// Replaces each `pattern`, which must not be empty, with `content`; from left to right, without
// searching what was inserted.
std::string replace_all(std::string_view text, std::string_view pattern, std::string_view content);

// Replaces each maximal invalid part with one U+FFFD, as recommended by Unicode (3.9, "maximal
// subpart").
std::string replace_invalid(std::string_view bytes);

}  // namespace trainyard
