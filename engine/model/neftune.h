// SPDX-License-Identifier: GPL-3.0-or-later
// NEFTune: noise on the token embeddings in training (Jain et al., "NEFTune: Noisy Embeddings
// Improve Instruction Finetuning", 2023).
#pragma once

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// words (B, T, C): to each element a number drawn uniformly from [-a, a] is added, a =
// neftune_noise_alpha / sqrt(L * C) with the length L of its text, a function of its row's key and
// its place in the row. Neither padding nor the rows that a row is joined to change it. Returns
// words itself outside of training or without noise.
at::Tensor with_neftune_noise(const at::Tensor& words, const Context& context);

// The noise of some tokens computed with operators, identical on any device; key, index of the
// first number and bound of each token -> (tokens, width) fp32.
at::Tensor noise_by_operators(c10::ArrayRef<std::int64_t> keys, c10::ArrayRef<std::int64_t> firsts,
                              c10::ArrayRef<float> magnitudes, std::int64_t width,
                              at::Device device);

}  // namespace trainyard
