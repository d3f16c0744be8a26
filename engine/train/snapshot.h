// A copy of everything that a checkpoint holds, taken between two steps and written while training
// goes on.
#pragma once

#include <filesystem>

#include "engine/checkpoint/hugging_face.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct Snapshot {
  ModelContent model;
  NamedTensors optimizer;  // as the weights on the processor, owned
  Map state;               // training/state.json
};

// The model as it is, not copied; of one with adapters what is trained.
ModelContent model_content(const Session& session, const TrainingWork& work);

Snapshot take_snapshot(const Session& session, TrainingWork& work);

// Fills a checkpoint's folder, which has a folder training/. From any thread.
Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot);

}  // namespace trainyard
