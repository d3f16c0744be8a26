// SPDX-License-Identifier: GPL-3.0-or-later
// A copy of what this rank writes of a checkpoint, taken between two steps and written while
// training continues.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/tensor_ranges.h"
#include "engine/contract/describe/record.h"
#include "engine/contract/files/durable_file.h"
#include "engine/model/copy_stream.h"
#include "engine/train/checkpoint_share.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

struct Snapshot {
  ModelContent model;
  NamedTensors optimizer = {};               // like the weights: in main memory, owned
  Map state;                                 // training/state.json
  CopyMark copied = {};                      // the tensors are complete once it is reached
  std::optional<OptimizerShare> share = {};  // instead of `optimizer` where ranks share it out
};

// What is written of these `weights` (weights_to_write()); with adapters only what is trained.
ModelContent model_content(const Session& session, const TrainingWork& work, NamedTensors weights);

// Collective where ranks share out parameters. For a GPU the copies have only been started: nothing
// may be updated before `copied`. Without `copies` the tensors may be the model's own: nothing may
// be updated before they are written.
Snapshot take_snapshot(const Session& session, TrainingWork& work, CopyStream* copies);

// Fills a checkpoint's folder, which must have a folder training/, once everything is copied. May
// be called from any thread.
Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot);

// What a rank says of the files that it has written to such a folder together with others.
struct WrittenShare {
  ByName<FileDigest> files;  // the large ones, by their paths in the folder
  RangesIndex optimizer;
};
void describe(Section<WrittenShare>& section);

// As write_snapshot(), for a rank's snapshot with a share; all of it is synced.
Result<WrittenShare> write_share(const std::filesystem::path& folder, const Snapshot& snapshot);

// Writes what all ranks' shares have in common. Returns their files. Error: together they are not
// the whole state.
Result<ByName<FileDigest>> join_shares(const std::filesystem::path& folder,
                                       const std::vector<WrittenShare>& shares);

}  // namespace trainyard
