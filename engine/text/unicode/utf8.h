// SPDX-License-Identifier: GPL-3.0-or-later
// What the data layer needs to hand on text: is it UTF-8, and where does it stop being so; and
// lines with their breaks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trainyard {

// The first byte that cannot be part of UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing
// above U+10FFFF; a sequence cut off by the end counts).
struct Utf8Fault {
  std::size_t byte_offset = 0;  // from 0
  std::size_t line = 1;         // from 1; lines end at '\n'
};

std::optional<Utf8Fault> find_invalid_utf8(std::string_view text);

// How many bytes at the start of `text`, which must begin with invalid UTF-8, one replacement
// character stands for: the longest begin of a valid sequence, else one byte (Unicode 3.9, "maximal
// subpart").
std::size_t broken_sequence_length(std::string_view text);

// The first line of `rest` with its '\n' (the last line may have none), which is taken off `rest`.
// Empty only when `rest` is.
std::string_view take_line(std::string_view& rest);

// Each `pattern`, which is not empty, by `content`; from the left, what was put in is not looked at
// again.
std::string replace_all(std::string_view text, std::string_view pattern, std::string_view content);

// Each longest broken part becomes one U+FFFD, as Unicode recommends (3.9, "maximal subpart").
std::string replace_invalid(std::string_view bytes);

}  // namespace trainyard
