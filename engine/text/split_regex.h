// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions as used in tokenizer.json (Oniguruma's, in its Ruby syntax): characters, sets
// with properties, ranges, nesting and &&, groups, alternatives, quantifiers (greedy, lazy,
// possessive), lookahead, boundaries of lines, texts and words, case-insensitive ASCII letters. Not
// supported, and an error with its position: back references, lookbehind, POSIX brackets, and
// Oniguruma's other features.
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
  // Errors ("tokenizer.regex"): unsupported or invalid syntax.
  static Result<SplitRegex> parse(std::string_view expression);
  // One character of the set, or one or more.
  static SplitRegex of_set(CharacterSet set, bool repeats);
  static SplitRegex of_text(std::string_view text);

  // Finds all matches in `text` (valid UTF-8) from left to right like the library; includes empty
  // ones, except directly after another match.
  void find_all(std::string_view text, std::vector<ByteSpan>& matches) const;

  struct Node;

 private:
  struct Program;
  explicit SplitRegex(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

}  // namespace trainyard
