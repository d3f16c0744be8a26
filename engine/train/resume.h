// SPDX-License-Identifier: GPL-3.0-or-later
// Saves and restores training state in checkpoints.
#pragma once

#include "engine/checkpoint/weights.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Restores model, optimizer and state from the newest complete checkpoint, according to the
// session's resume mode; false if there is none to use. Changes since it was written (ranks,
// threads, machine, versions, settings, data) are reported as a warning, since losses will differ.
// Throws Failure if it is damaged or of a different model (exit code 7).
bool restore_checkpoint(Session& session, TrainingWork& work);

// Restores only the model, on all ranks, from the checkpoint of this step; false, with a warning
// that says why, if it is damaged or missing.
bool load_checkpoint_weights(Session& session, TrainingWork& work, std::int64_t step);

// Reports the reading of weights as a phase of the session that can be stopped; `alive` is called
// for each tensor.
ReadProgress read_progress(Session& session, const ProcessGroup::Heartbeat& alive);

// The content of training/state.json.
Map describe_state(const Session& session, const TrainingWork& work);

}  // namespace trainyard
