// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the tokens of prepared data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/prepared.h"
#include "engine/data/timelines/timeline_vocabulary.h"
#include "engine/text/tokenizer.h"

namespace trainyard {

class TokenTexts {
 public:
  // Reads the tokenizer or timeline vocabulary stored with the data. Folders of older versions may
  // have none: their tokens are shown as numbers. Errors: those of Tokenizer::read and
  // read_vocabulary.
  static Result<TokenTexts> read(const PreparedData& data);

  // Returns one text per token; concatenated they are the decoded tokens. If several tokens form
  // one character, the last of them has it and the others are empty. Words of a timeline are
  // preceded by a space, except the first.
  std::vector<std::string> strings(std::span<const std::int64_t> ids) const;
  // The text of a single token.
  std::string text(std::int64_t id) const;

  // Whether one text ends and another starts between these tokens of a block: before the token that
  // starts each text if there is one, else after the one that ends it.
  bool is_border(std::int64_t before, std::int64_t behind) const;

 private:
  TokenTexts() = default;
  std::string decode(std::span<const std::int64_t> ids) const;
  std::string word(std::int64_t id) const;

  std::optional<Tokenizer> tokenizer_;
  std::optional<TimelineVocabulary> vocabulary_;
  std::optional<std::int64_t> begin_, end_, end_of_text_;
};

}  // namespace trainyard
