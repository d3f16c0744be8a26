// Causal language modelling: the mean cross entropy of each token given those before it, without
// ever holding the logits of a long batch at once (chunks of positions; the gradient of hidden
// states and head is computed in the forward pass).
#pragma once

#include <cstdint>

#include <ATen/ATen.h>

#include "engine/model/batch.h"
#include "engine/model/model.h"

namespace trainyard {

struct LossSum {
  at::Tensor sum;                // scalar fp32: sum over target tokens of -log p
  std::int64_t num_targets = 0;  // labels other than -100 after the shift by one
};

// Forward and backward of one micro-batch: adds d(sum * gradient_scale)/d(parameter) to the
// gradients and returns the unscaled sum. `gradient_scale` is 1 / (target tokens of the whole
// optimizer step, all ranks), so that accumulation and ranks never change what is optimised.
LossSum train_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                        double gradient_scale, const ForwardMode& mode = {});

// The same sum without gradients and without dropout; of `mode` only the precision counts.
LossSum evaluate_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                           const ForwardMode& mode = {});

// Target tokens of a batch: labels[:, 1:] other than -100.
std::int64_t count_targets(const Batch& batch);

}  // namespace trainyard
