// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of everything that a checkpoint holds, taken between two steps and written while training
// goes on.
#pragma once

#include <filesystem>

#include "engine/checkpoint/hugging_face.h"
#include "engine/model/copy_stream.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct Snapshot {
  ModelContent model;
  NamedTensors optimizer;  // as the weights in main memory, owned
  Map state;               // training/state.json
  CopyMark copied;         // the tensors are what they should be when it is reached
};

// The model as it is, not copied; of one with adapters what is trained.
ModelContent model_content(const Session& session, const TrainingWork& work);

// Of a GPU the copies have only begun: nothing may be updated before `copied`. Without `copies` the
// tensors are the model's own: nothing may be updated before they are written.
Snapshot take_snapshot(const Session& session, TrainingWork& work, CopyStream* copies);

// Fills a checkpoint's folder, which has a folder training/, once everything is copied. From any
// thread.
Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot);

}  // namespace trainyard
