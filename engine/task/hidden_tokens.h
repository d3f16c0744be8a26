// SPDX-License-Identifier: GPL-3.0-or-later
// The labels of masked language modelling: tokens that are masked and must be predicted (Devlin et
// al., 2018, 3.1). Chosen again in each epoch, as in transformers' DataCollatorForLanguageModeling.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/data/micro_batch.h"
#include "engine/data/special_tokens.h"

namespace trainyard {

// Masks tokens of `rows`, which must have keys: each token with `probability`, except special
// tokens added by the tokenizer and padding. Of the chosen ones 80 % become tokens.mask, 10 % a
// random token, 10 % stay unchanged. The choice is a pure function of the row's key. Returns the
// labels (num_rows * length): the original token, -100 elsewhere.
std::vector<std::int64_t> hide_tokens(MicroBatch& rows, double probability,
                                      const SpecialTokens& tokens);

}  // namespace trainyard
