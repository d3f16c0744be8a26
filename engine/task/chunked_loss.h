// SPDX-License-Identifier: GPL-3.0-or-later
// Linear projection and cross entropy in one, over chunks of positions, so that the logits of a
// long batch never exist at once: each chunk's logits are turned into its loss and its gradients
// before the next chunk is made.
#pragma once

#include <cstdint>
#include <optional>

#include <ATen/ATen.h>

namespace trainyard {

// weight (V, C) in the type to compute in; bias (V), undefined where there is none.
struct Projection {
  at::Tensor weight, bias;
};

// `hidden` (N, C) is written; `weight` (V, C) and `bias` (V) are added to, unless they are
// undefined. All are gradients of sum * scale.
struct ChunkedLossGradients {
  at::Tensor hidden, weight, bias;
  double scale = 1.0;
};

struct ChunkedLossSettings {
  // Of the targets' distribution, how much is spread evenly over the vocabulary: the loss is
  // (1 - e) * -log p(target) + e * mean over the vocabulary of -log p.
  double label_smoothing = 0.0;
  // 0: as many as make 4 Mi logits, but at least 256. Fewer make the products slow, since each
  // chunk reads all of the weight and reads and writes all of its gradient; more leave the caches.
  std::int64_t rows_per_chunk = 0;
};

// hidden (N, C), targets (N) int64 with -100 where there is none -> the fp32 sum of the losses. At
// most the logits of one chunk of rows exist at a time. No autograd history is read or made.
// `num_correct` becomes the int64 number of targets with the largest logit of their row.
at::Tensor chunked_cross_entropy(const at::Tensor& hidden, const Projection& projection,
                                 const at::Tensor& targets,
                                 const std::optional<ChunkedLossGradients>& gradients,
                                 const ChunkedLossSettings& settings = {},
                                 at::Tensor* num_correct = nullptr);

}  // namespace trainyard
