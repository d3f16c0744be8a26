// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of code points used by the expressions and stages of tokenizer.json, as in the
// pinned `tokenizers` library (its parts have their own Unicode tables, hence two kinds of spaces
// and words).
#pragma once

#include <cstddef>
#include <cstdint>

namespace trainyard {

enum class GeneralCategory : std::uint8_t {
  Cn,
  Lu,
  Ll,
  Lt,
  Lm,
  Lo,
  Mn,
  Mc,
  Me,
  Nd,
  Nl,
  No,
  Pc,
  Pd,
  Ps,
  Pe,
  Pi,
  Pf,
  Po,
  Sm,
  Sc,
  Sk,
  So,
  Zs,
  Zl,
  Zp,
  Cc,
  Cf,
  Co
};

enum CharacterFlag : std::uint32_t {
  kSpaceFlag = 1u << 0,        // \s in an expression
  kWordFlag = 1u << 1,         // \w in an expression
  kDigitFlag = 1u << 2,        // split by Digits
  kPunctuationFlag = 1u << 3,  // split by Punctuation
  kStageSpaceFlag = 1u << 4,   // removed by WhitespaceSplit
  kStageWordFlag = 1u << 5,    // part of a word for Whitespace and single_word
  kFirstScriptFlag = 1u << 6   // scripts, in the order of script_flag()
};

struct CharacterProperties {
  GeneralCategory category = GeneralCategory::Cn;
  std::uint32_t flags = 0;
};

CharacterProperties properties_of(char32_t code_point);

// The underlying table: sorted, without overlaps; code points outside all ranges are Cn without
// flags.
struct CharacterRange {
  char32_t first, last;
  GeneralCategory category;
  std::uint32_t flags;
};
extern const CharacterRange character_ranges[];
extern const std::size_t num_character_ranges;

inline constexpr char32_t kNumCodePoints = 0x110000;

}  // namespace trainyard
