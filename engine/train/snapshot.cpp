// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/snapshot.h"

#include "engine/checkpoint/adapter.h"
#include "engine/contract/json.h"
#include "engine/contract/files/whole_file.h"
#include "engine/train/resume.h"

namespace trainyard {

ModelContent model_content(const Session& session, const TrainingWork& work, NamedTensors weights) {
  const Experiment& experiment = session.experiment();
  ModelContent content{.max_bytes_per_file = max_bytes_per_file(experiment.checkpoint),
                       .config = work.model->config(),
                       .auxiliary = work.auxiliary,
                       .has_only_weights = !session.is_first_rank()};
  if (trained_type(experiment.precision.kind) == at::kBFloat16) {
    std::erase_if(content.config, [](const auto& entry) { return entry.first == "dtype"; });
    content.config.emplace_back("dtype", "bfloat16");
  }
  if (!experiment.lora.rank) {
    content.weights = std::move(weights);
    return content;
  }
  content.weights = adapter_weights(work.parameters->table(), weights);
  const auto base = std::filesystem::absolute(session.resolve(*experiment.model.pretrained));
  content.adapter = adapter_config(experiment.lora, *work.model, work.parameters->table(),
                                   experiment.task.kind, base.lexically_normal());
  content.auxiliary.generation.clear();  // the base model has it
  return content;
}

Snapshot take_snapshot(const Session& session, TrainingWork& work, CopyStream* copies) {
  Snapshot snapshot{.model = model_content(session, work, weights_to_write(session, work, copies)),
                    .state = describe_state(session, work)};
  if (are_shared_out(work)) {
    snapshot.share = optimizer_share(work, copies);
  } else {
    snapshot.optimizer = work.optimizer->named_state();
    for (auto& entry : snapshot.optimizer) entry.second = copied(entry.second, work, copies);
  }
  if (copies) snapshot.copied = copies->mark();
  return snapshot;
}

namespace {

Result<void> write_all_but_optimizer(const std::filesystem::path& folder,
                                     const Snapshot& snapshot) {
  TRY(write_model_folder(folder, snapshot.model));
  if (snapshot.model.has_only_weights) return {};
  if (snapshot.model.adapter) {
    TRY(write_file_atomically(folder / kModelConfigFolder / "config.json",
                              to_json(Value(snapshot.model.config)) + "\n"));
  }
  return write_file_atomically(folder / "training/state.json",
                               to_json(Value(snapshot.state)) + "\n");
}

}  // namespace

Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot) {
  snapshot.copied.wait();
  TRY(save_tensors(folder / optimizer_file, snapshot.optimizer));
  return write_all_but_optimizer(folder, snapshot);
}

void describe(Section<WrittenShare>& section) {
  section.field("files", &WrittenShare::files).required();
  section.field("optimizer", &WrittenShare::optimizer).required();
}

Result<WrittenShare> write_share(const std::filesystem::path& folder, const Snapshot& snapshot) {
  snapshot.copied.wait();
  const std::string of_optimizer = "training/" + snapshot.share->file;
  WrittenShare written;
  std::vector<std::string> names;
  if (!snapshot.share->file.empty()) {
    TRY(written.optimizer, save_ranges(folder / of_optimizer, snapshot.share->ranges));
    names.push_back(of_optimizer);
  }
  TRY(write_all_but_optimizer(folder, snapshot));
  for (const WeightFile& file : weight_files(snapshot.model))
    if (file.has_values()) names.push_back(file.name);
  for (const std::string& name : names) {
    TRY(auto digest, digest_file(folder / name));
    written.files.emplace_back(name, std::move(digest));
  }
  TRY(sync_folder(folder / "training"));
  TRY(sync_folder(folder));
  return written;
}

Result<ByName<FileDigest>> join_shares(const std::filesystem::path& folder,
                                       const std::vector<WrittenShare>& shares) {
  ByName<FileDigest> files;
  std::vector<RangesIndex> ranges;
  for (const WrittenShare& share : shares) {
    files.insert(files.end(), share.files.begin(), share.files.end());
    ranges.push_back(share.optimizer);
  }
  const std::filesystem::path index = folder / optimizer_index;
  TRY(const RangesIndex all, joined(index, ranges));
  TRY(write_file_atomically(index, to_json(all) + "\n"));
  return files;
}

}  // namespace trainyard
