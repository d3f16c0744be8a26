// Causal language modelling: the mean cross entropy of each token given those before it, without
// ever holding the logits of a long batch at once (chunks of positions; the gradient of hidden
// states and head is computed in the forward pass).
#pragma once

#include "engine/contract/experiment/experiment.h"
#include "engine/task/task.h"

namespace trainyard {

// Every token that has a label and stands behind another one of its document is a target. Metrics:
// eval/loss, eval/perplexity.
std::unique_ptr<Task> make_causal_lm(const Experiment& experiment);

}  // namespace trainyard
