// SPDX-License-Identifier: GPL-3.0-or-later
// Language modelling: the mean cross entropy of tokens given others, without ever holding the
// logits of a long batch at once (chunks of positions; the gradients of hidden states and head are
// computed in the forward pass). Metrics: eval/loss, eval/perplexity, eval/accuracy (targets whose
// token is the most probable one, counted as in run_clm).
#pragma once

#include "engine/task/task.h"

namespace trainyard {

struct Experiment;

// Every token that has a label and follows another token of its document is a target, predicted
// from the tokens before it.
std::unique_ptr<Task> make_causal_lm(const Experiment& experiment, const TaskData& data = {});

// Every token that has a label is a target, predicted at its own position. In rows without labels,
// some tokens are masked (hide_tokens), for which `data.tokens` must have a mask.
std::unique_ptr<Task> make_masked_lm(const Experiment& experiment, const TaskData& data = {});

}  // namespace trainyard
