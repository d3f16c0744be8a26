// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions as tokenizer.json has them (Oniguruma's, in its Ruby syntax): characters,
// sets with properties, ranges, nesting and &&, groups, alternatives, quantifiers (greedy, lazy,
// possessive), looking ahead, borders of lines, texts and words, ignoring the case of ASCII
// letters. Not there, and an error that shows the place: captures that are referred to, looking
// behind, POSIX brackets, and what else Oniguruma has.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/text/byte_span.h"
#include "engine/text/character_set.h"

namespace trainyard {

class SplitRegex {
 public:
  // Errors ("tokenizer.regex"): what is not there.
  static Result<SplitRegex> parse(std::string_view expression);
  // One character of the set, or as many as follow each other.
  static SplitRegex of_set(CharacterSet set, bool repeats);
  static SplitRegex of_text(std::string_view text);

  // Where the expression matches in `text` (valid UTF-8), one after the other as the library finds
  // them; empty ones too, but for one right behind another match.
  void find_all(std::string_view text, std::vector<ByteSpan>& matches) const;

  struct Node;

 private:
  struct Program;
  explicit SplitRegex(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

}  // namespace trainyard
