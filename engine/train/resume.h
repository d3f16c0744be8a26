// Training state in and out of checkpoints.
#pragma once

#include <filesystem>

#include "engine/contract/result.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Fills model, optimizer and state from the newest whole checkpoint, as the session's resume mode asks; false when there is
// none to use. What has changed since it was written (ranks, threads, machine, versions, settings, data) is reported by a
// warning, since losses then differ. Throws Failure: damaged or of another model (exit code 7).
bool restore_checkpoint(Session& session, TrainingWork& work);

// Writes training/state.json and training/optimizer.safetensors into a checkpoint that is being made.
Result<void> write_training_state(const std::filesystem::path& folder, const Session& session, const TrainingWork& work);

}  // namespace trainyard
