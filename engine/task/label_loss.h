// SPDX-License-Identifier: GPL-3.0-or-later
// What tasks with labels have in common: a loss over logits and its gradient.
#pragma once

#include <vector>

#include <ATen/ATen.h>
#include <ATen/core/Reduction.h>
#include <ATen/record_function.h>

#include "engine/model/forward.h"
#include "engine/task/task.h"

namespace trainyard {

// logits (N, L), batch.targets (N), kIgnoreIndex for none -> a scalar.
inline at::Tensor sum_of_cross_entropies(const at::Tensor& logits, const Batch& batch,
                                         double label_smoothing) {
  return at::cross_entropy_loss(logits, batch.targets, {}, at::Reduction::Sum, kIgnoreIndex,
                                label_smoothing);
}

inline const std::vector<PredictionKind> predictions_of_labels = {
    PredictionKind::probabilities, PredictionKind::logits, PredictionKind::labels};

class Classification : public Task {
 public:
  at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                   double gradient_scale, const ForwardMode& mode) const override {
    const at::Tensor sum = sum_of_losses(logits(model, parameters, batch, mode), batch);
    RECORD_USER_SCOPE("step/backward");
    (sum * gradient_scale).backward();
    return sum.detach();
  }

  // Returns a scalar fp32, the sum over the batch.
  virtual at::Tensor sum_of_losses(const at::Tensor& logits, const Batch& batch) const = 0;
};

}  // namespace trainyard
