// SPDX-License-Identifier: GPL-3.0-or-later
// NEFTune: noise on the token embeddings in training (Jain et al., "NEFTune: Noisy Embeddings
// Improve Instruction Finetuning", 2023).
#pragma once

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// words (B, T, C): to each element a number drawn uniformly from [-a, a] is added, a =
// neftune_noise_alpha / sqrt(T * C), a function of its row's key and its place in the row. Returns
// words itself outside of training or without noise.
at::Tensor with_neftune_noise(const at::Tensor& words, const Context& context);

// The noise computed with operators, identical on any device; `keys` are those of the rows ->
// (rows, elements) fp32.
at::Tensor noise_by_operators(c10::ArrayRef<std::int64_t> keys, std::int64_t elements,
                              float magnitude, at::Device device);

}  // namespace trainyard
