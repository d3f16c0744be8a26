// SPDX-License-Identifier: GPL-3.0-or-later
// Masked language modelling's labels: tokens that are hidden from the model and are to be found
// (Devlin et al., 2018, 3.1). Chosen again each epoch, as transformers'
// DataCollatorForLanguageModeling does.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/data/micro_batch.h"
#include "engine/data/special_tokens.h"

namespace trainyard {

// Hides tokens of `rows`, which have keys: each token with `probability`, but never one that the
// tokenizer put around a text or padding. Of the hidden ones 8 of 10 become tokens.mask, 1 of 10
// any token, 1 of 10 stays. Which ones is a pure function of the row's key. Returns the labels
// (num_rows * length): the hidden token, -100 elsewhere.
std::vector<std::int64_t> hide_tokens(MicroBatch& rows, double probability,
                                      const SpecialTokens& tokens);

}  // namespace trainyard
