// SPDX-License-Identifier: GPL-3.0-or-later
// How a tokenizer is trained if none is given: byte-level BPE, or BERT's WordPiece for masked
// language modelling.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

struct TokenizerSection {
  std::optional<std::int64_t> min_frequency;
  TextList special_tokens;
  bool lowercase = true;
  std::int64_t limit_alphabet = 1000;
};

void describe(Section<TokenizerSection>& section);

}  // namespace trainyard
