// SPDX-License-Identifier: GPL-3.0-or-later
// The syntax tree of a regular expression. Internal to split_regex.
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
  last_line_end,  // at the end, or before a final line break
  word_border,
  no_word_border
};

enum class RegexGreed : std::uint8_t { greedy, lazy, possessive };

struct RegexSyntax {
  enum class Kind : std::uint8_t { set, sequence, alternatives, repeat, look_ahead, anchor };
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  Kind kind = Kind::sequence;
  CharacterSet set;                // for set: one character
  std::vector<RegexSyntax> parts;  // for all except set and anchor; one for repeat and look_ahead
  std::uint32_t least = 1, most = 1;  // for repeat
  RegexGreed greed = RegexGreed::greedy;
  bool is_negative = false;  // for look_ahead
  RegexAnchor anchor = RegexAnchor::text_begin;

  bool may_be_empty() const;
};

// Errors ("tokenizer.regex"): unsupported or invalid syntax.
Result<RegexSyntax> parse_regex(std::string_view expression);

}  // namespace trainyard
