// SPDX-License-Identifier: GPL-3.0-or-later
// Fused linear projection and cross entropy over chunks of positions, so that the logits of a long
// batch never exist at once: the loss and gradients of each chunk are computed before the next
// chunk.
#pragma once

#include <cstdint>
#include <optional>

#include <ATen/ATen.h>

namespace trainyard {

// weight (V, C) in the compute type; bias (V), undefined if there is none.
struct Projection {
  at::Tensor weight, bias;
};

// `hidden` (N, C) is overwritten; `weight` (V, C) and `bias` (V) are added to, unless undefined.
// All are gradients of sum * scale.
struct ChunkedLossGradients {
  at::Tensor hidden, weight, bias;
  double scale = 1.0;
};

struct ChunkedLossSettings {
  // The share of the target distribution that is spread evenly over the vocabulary: the loss is (1
  // - e) * -log p(target) + e * mean over the vocabulary of -log p.
  double label_smoothing = 0.0;
  // 0: as many as make `logits_per_chunk`, but at least 256. With fewer rows the products are slow,
  // since each chunk reads the whole weight and reads and writes its whole gradient; with more they
  // no longer fit into the caches of a CPU.
  std::int64_t rows_per_chunk = 0;
  std::int64_t logits_per_chunk = 4 << 20;
};

// hidden (N, C), targets (N) int64 with -100 for none -> the fp32 sum of the losses. The logits of
// at most one chunk exist at a time. Neither uses nor records autograd history. `num_correct` is
// set to the int64 number of targets with the largest logit in their row.
at::Tensor chunked_cross_entropy(const at::Tensor& hidden, const Projection& projection,
                                 const at::Tensor& targets,
                                 const std::optional<ChunkedLossGradients>& gradients,
                                 const ChunkedLossSettings& settings = {},
                                 at::Tensor* num_correct = nullptr);

}  // namespace trainyard
