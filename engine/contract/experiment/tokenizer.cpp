// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/tokenizer.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<TokenizerSection>& section) {
  section.field("min_frequency", &TokenizerSection::min_frequency)
      .label("Minimum frequency")
      .help(
          "Pairs that occur less often are not merged into a token. Null uses the default: 2 for "
          "WordPiece, 0 for BPE.")
      .minimum(0)
      .maximum(1e12)
      .when("workload=engine&data.kind=text")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("special_tokens", &TokenizerSection::special_tokens)
      .label("Special tokens")
      .help(
          "First entries of the vocabulary, in this order. Null uses the default: [PAD], [UNK], "
          "[CLS], [SEP], [MASK] for WordPiece, <|endoftext|> for BPE.")
      .when("workload=engine&data.kind=text")
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("lowercase", &TokenizerSection::lowercase)
      .label("Lowercase")
      .help("Converts text to lowercase and strips accents, as bert-base-uncased does.")
      .when("workload=engine&data.kind=text&task.kind=masked_language_modeling")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("limit_alphabet", &TokenizerSection::limit_alphabet)
      .label("Maximum alphabet size")
      .help("Maximum number of different characters in the vocabulary. The rarest are left out.")
      .minimum(1)
      .maximum(1e6)
      .when("workload=engine&data.kind=text&task.kind=masked_language_modeling")
      .tier(Tier::expert)
      .affects(Affects::numerics);
}

}  // namespace trainyard
