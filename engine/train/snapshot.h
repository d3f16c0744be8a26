// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of everything in a checkpoint, taken between two steps and written while training
// continues.
#pragma once

#include <filesystem>

#include "engine/checkpoint/hugging_face.h"
#include "engine/model/copy_stream.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct Snapshot {
  ModelContent model;
  NamedTensors optimizer;  // like the weights: in main memory, owned
  Map state;               // training/state.json
  CopyMark copied;         // the tensors are complete once it is reached
};

// What is written of these `weights` (whole_weights()); with adapters only what is trained.
ModelContent model_content(const Session& session, const TrainingWork& work, NamedTensors weights);

// Collective where ranks share out parameters, and then of use on the first rank only. For a GPU
// the copies have only been started: nothing may be updated before `copied`. Without `copies` the
// tensors may be the model's own: nothing may be updated before they are written.
Snapshot take_snapshot(const Session& session, TrainingWork& work, CopyStream* copies);

// Fills a checkpoint's folder, which must have a folder training/, once everything is copied. May
// be called from any thread.
Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot);

}  // namespace trainyard
