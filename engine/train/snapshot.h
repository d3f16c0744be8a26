// A copy of everything that a checkpoint holds, taken between two steps and written while training
// goes on.
#pragma once

#include <filesystem>

#include "engine/checkpoint/hugging_face.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct Snapshot {
  NamedTensors weights, optimizer;  // on the processor, owned
  Map config, state;                // config.json and training/state.json
  Companions companions;
};

Snapshot take_snapshot(const Session& session, TrainingWork& work);

// Fills a checkpoint's folder, which has a folder training/. From any thread.
Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot);

}  // namespace trainyard
