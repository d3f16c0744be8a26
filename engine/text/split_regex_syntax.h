// SPDX-License-Identifier: GPL-3.0-or-later
// What a regular expression says, as a tree. Inner to split_regex.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/text/character_set.h"

namespace trainyard {

enum class RegexAnchor : std::uint8_t {
  line_begin,
  line_end,
  text_begin,
  text_end,
  last_line_end,  // of the text, or before a line break that ends it
  word_border,
  no_word_border
};

enum class RegexGreed : std::uint8_t { greedy, lazy, possessive };

struct RegexSyntax {
  enum class Kind : std::uint8_t { set, sequence, alternatives, repeat, look_ahead, anchor };
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  Kind kind = Kind::sequence;
  CharacterSet set;                   // of set: one character
  std::vector<RegexSyntax> parts;     // of all but set and anchor; of repeat and look_ahead one
  std::uint32_t least = 1, most = 1;  // of repeat
  RegexGreed greed = RegexGreed::greedy;
  bool is_negative = false;  // of look_ahead
  RegexAnchor anchor = RegexAnchor::text_begin;

  bool may_be_empty() const;
};

// Errors ("tokenizer.regex"): what is not there.
Result<RegexSyntax> parse_regex(std::string_view expression);

}  // namespace trainyard
