// SPDX-License-Identifier: GPL-3.0-or-later
// What the expressions and stages of tokenizer.json know of a code point, as the pinned
// `tokenizers` library sees it (its parts have Unicode tables of their own, hence two kinds of
// spaces and words).
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
  kSpaceFlag = 1u << 0,        // \s of an expression
  kWordFlag = 1u << 1,         // \w of an expression
  kDigitFlag = 1u << 2,        // what Digits cuts
  kPunctuationFlag = 1u << 3,  // what Punctuation cuts
  kStageSpaceFlag = 1u << 4,   // what WhitespaceSplit takes out
  kStageWordFlag = 1u << 5,    // what Whitespace and single_word take for part of a word
  kFirstScriptFlag = 1u << 6   // scripts, in the order of script_flag()
};

struct CharacterProperties {
  GeneralCategory category = GeneralCategory::Cn;
  std::uint32_t flags = 0;
};

CharacterProperties properties_of(char32_t code_point);

// The table behind it: sorted, no overlaps; what is in no range is Cn without flags.
struct CharacterRange {
  char32_t first, last;
  GeneralCategory category;
  std::uint32_t flags;
};
extern const CharacterRange character_ranges[];
extern const std::size_t num_character_ranges;

inline constexpr char32_t kNumCodePoints = 0x110000;

}  // namespace trainyard
