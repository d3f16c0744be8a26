// SPDX-License-Identifier: GPL-3.0-or-later
// Training state in and out of checkpoints.
#pragma once

#include "engine/checkpoint/weights.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Fills model, optimizer and state from the newest whole checkpoint, as the session's resume mode
// asks; false when there is none to use. What has changed since it was written (ranks, threads,
// machine, versions, settings, data) is reported by a warning, since losses then differ. Throws
// Failure: damaged or of another model (exit code 7).
bool restore_checkpoint(Session& session, TrainingWork& work);

// Fills the model alone, on all ranks, from the checkpoint of this step; false, with a warning that
// says why, when it is damaged or gone.
bool load_checkpoint_weights(Session& session, TrainingWork& work, std::int64_t step);

// The reading of weights as a phase of the session, which hears its stop; `alive` is told of each
// tensor.
ReadProgress read_progress(Session& session, const ProcessGroup::SignOfLife& alive);

// The content of training/state.json.
Map describe_state(const Session& session, const TrainingWork& work);

}  // namespace trainyard
