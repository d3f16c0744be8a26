// SPDX-License-Identifier: GPL-3.0-or-later
// What the tokens of prepared data stand for, one by one.
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
  // The tokenizer or the vocabulary of timelines that lies with the data. Folders of older versions
  // may have none: their tokens are shown by number. Errors: those of Tokenizer::read and
  // read_vocabulary.
  static Result<TokenTexts> read(const PreparedData& data);

  // One text a token; one after the other they are what the tokens decode to. Where several tokens
  // are one character, the last of them has it and the others nothing. Words of a timeline have a
  // space before them, except the first.
  std::vector<std::string> texts(std::span<const std::int64_t> ids) const;
  // Of a token by itself.
  std::string text(std::int64_t id) const;

  // Whether one text ends and another begins between these tokens of a block: before the token that
  // begins each text where there is one, else behind the one that ends it.
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
