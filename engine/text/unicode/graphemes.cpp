// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/graphemes.h"

#include <algorithm>
#include <span>

#include "engine/text/unicode/normalization_tables.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// Whether one of the ranges (first, last, first, last, ...) contains `c`.
bool is_in_ranges(std::span<const char32_t> ranges, char32_t c) {
  const auto bound = std::ranges::upper_bound(ranges, c);
  const bool is_inside = (bound - ranges.begin()) % 2 == 1;
  return is_inside || (bound != ranges.begin() && *(bound - 1) == c);
}

bool is_control(char32_t c) { return is_in_ranges(normalization_tables::grapheme_controls, c); }

enum class Jamo { none, lead, vowel, tail, syllable_without_tail, syllable };

Jamo jamo_of(char32_t c) {
  const auto is_from = [&](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (is_from(0x1100, 0x115F) || is_from(0xA960, 0xA97C)) return Jamo::lead;
  if (is_from(0x1160, 0x11A7) || is_from(0xD7B0, 0xD7C6)) return Jamo::vowel;
  if (is_from(0x11A8, 0x11FF) || is_from(0xD7CB, 0xD7FB)) return Jamo::tail;
  if (!is_from(0xAC00, 0xD7A3)) return Jamo::none;
  return (c - 0xAC00) % 28 == 0 ? Jamo::syllable_without_tail : Jamo::syllable;
}

// GB6 to GB8.
bool is_syllable_going_on(Jamo before, Jamo after) {
  switch (before) {
    case Jamo::lead:
      return after != Jamo::none && after != Jamo::tail;
    case Jamo::vowel:
    case Jamo::syllable_without_tail:
      return after == Jamo::vowel || after == Jamo::tail;
    case Jamo::tail:
    case Jamo::syllable:
      return after == Jamo::tail;
    case Jamo::none:
      break;
  }
  return false;
}

// GB3 to GB9b.
bool is_joined(char32_t before, char32_t after) {
  if (before == '\r' && after == '\n') return true;
  if (before < 0x80 && after < 0x80) return false;
  if (is_control(before) || is_control(after)) return false;
  return is_in_ranges(normalization_tables::grapheme_extenders, after) ||
         is_in_ranges(normalization_tables::grapheme_prepended, before) ||
         is_syllable_going_on(jamo_of(before), jamo_of(after));
}

}  // namespace

std::size_t grapheme_end(std::string_view text, std::size_t at) {
  DecodedCharacter character = decode_utf8(text, at);
  at += character.length;
  while (at < text.size()) {
    const DecodedCharacter next = decode_utf8(text, at);
    if (!is_joined(character.code_point, next.code_point)) break;
    character = next;
    at += next.length;
  }
  return at;
}

}  // namespace trainyard
