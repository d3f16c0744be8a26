// Linear projection and cross entropy in one, over chunks of positions, so that the logits of a
// long batch never exist at once: each chunk's logits are turned into its loss and its gradients
// before the next chunk is made.
#pragma once

#include <cstdint>
#include <optional>

#include <ATen/ATen.h>

#include "engine/model/model.h"

namespace trainyard {

// `hidden_gradient` (N, C) is written; `head_gradient` (V, C) fp32 is added to. Both are gradients
// of sum * scale.
struct ChunkedLossGradients {
  at::Tensor hidden_gradient;
  at::Tensor head_gradient;
  double scale = 1.0;
};

// hidden (N, C), head (V, C) fp32, targets (N) int64 with -100 where there is none -> the fp32 sum
// of -log p(target). At most the logits of `rows_per_chunk` rows exist at a time; fewer rows make
// the products slow, since each chunk reads all of `head` and reads and writes all of its gradient.
// No autograd history is read or made.
at::Tensor chunked_cross_entropy(const at::Tensor& hidden, const at::Tensor& head,
                                 const at::Tensor& targets, ComputePrecision precision,
                                 const std::optional<ChunkedLossGradients>& gradients,
                                 std::int64_t rows_per_chunk = 256);

}  // namespace trainyard
