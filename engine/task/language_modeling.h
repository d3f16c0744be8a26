// SPDX-License-Identifier: GPL-3.0-or-later
// Language modelling: the mean cross entropy of tokens given others, without ever holding the
// logits of a long batch at once (chunks of positions; the gradient of hidden states and head is
// computed in the forward pass). Metrics: eval/loss, eval/perplexity,
// eval/accuracy (targets whose token is the most probable one, as run_clm counts them).
#pragma once

#include "engine/contract/experiment/experiment.h"
#include "engine/task/task.h"

namespace trainyard {

// Every token that has a label and stands behind another one of its document is a target, predicted
// from those before it.
std::unique_ptr<Task> make_causal_lm(const Experiment& experiment, const TaskData& data = {});

// Every token that has a label is a target, predicted where it stands. Of rows without labels some
// tokens are hidden, for which `data.tokens` must have a mask: hide_tokens.
std::unique_ptr<Task> make_masked_lm(const Experiment& experiment, const TaskData& data = {});

}  // namespace trainyard
