// SPDX-License-Identifier: GPL-3.0-or-later
// How a tokenizer is trained where none is given: byte-level BPE, or BERT's WordPiece for masked
// language modelling.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

struct TokenizerSection {
  std::optional<std::int64_t> min_frequency;
  TextList special_tokens;
  bool lowercase = true;
  std::int64_t limit_alphabet = 1000;
};

inline void describe(Section<TokenizerSection>& section) {
  section.field("min_frequency", &TokenizerSection::min_frequency)
      .label("Least frequency")
      .help(
          "Pairs of tokens that the text has less often do not become one. Null takes the usual: 2 "
          "for WordPiece, 0 for BPE.")
      .minimum(0)
      .maximum(1e12)
      .when("workload=engine&data.kind=text")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("special_tokens", &TokenizerSection::special_tokens)
      .label("Special tokens")
      .help(
          "The first entries of the vocabulary, in this order. None takes the usual: [PAD], [UNK], "
          "[CLS], [SEP], [MASK] for WordPiece, <|endoftext|> for BPE.")
      .when("workload=engine&data.kind=text")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("lowercase", &TokenizerSection::lowercase)
      .label("Lower case")
      .help("Makes all letters small and takes their accents off, as bert-base-uncased does.")
      .when("workload=engine&data.kind=text&task.kind=masked_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("limit_alphabet", &TokenizerSection::limit_alphabet)
      .label("Letters")
      .help("Different letters that the vocabulary keeps at most; the rarest are left out.")
      .minimum(1)
      .maximum(1e6)
      .when("workload=engine&data.kind=text&task.kind=masked_language_modeling")
      .tier(Tier::expert)
      .affects(Affects::numerics);
}

}  // namespace trainyard
