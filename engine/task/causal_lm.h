// Causal language modelling: the mean cross entropy of each token given those before it, without
// ever holding the logits of a long batch at once (chunks of positions; the gradient of hidden
// states and head is computed in the forward pass).
#pragma once

#include "engine/task/task.h"

namespace trainyard {

// Forward and backward over the targets of `batch.labels`: see Task::train.
at::Tensor train_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                           double gradient_scale, const ForwardMode& mode = {});

// The same sum without gradients and without dropout; of `mode` only the precision counts.
at::Tensor evaluate_causal_lm(const Model& model, const Parameters& parameters, const Batch& batch,
                              const ForwardMode& mode = {});

// Every token but the first of a row is a target. Metrics: eval/loss, eval/perplexity.
std::unique_ptr<Task> make_causal_lm();

}  // namespace trainyard
