// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/snapshot.h"

#include "engine/checkpoint/adapter.h"
#include "engine/contract/json.h"
#include "engine/contract/files/whole_file.h"
#include "engine/train/resume.h"
#include "engine/train/whole_tensors.h"

namespace trainyard {

namespace {

NamedTensors copied(NamedTensors tensors, CopyStream& copies) {
  for (auto& entry : tensors) entry.second = copies.to_host(entry.second);
  return tensors;
}

}  // namespace

ModelContent model_content(const Session& session, const TrainingWork& work, NamedTensors weights) {
  const Experiment& experiment = session.experiment();
  ModelContent content{
      .max_bytes_per_file = static_cast<std::int64_t>(experiment.checkpoint.max_shard_size * 1e9),
      .config = work.model->config(),
      .auxiliary = work.auxiliary};
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
  NamedTensors weights = whole_weights(work), optimizer = whole_optimizer_state(work);
  const bool are_copies = work.parameters->sharding().is_active();
  if (are_copies && !session.is_first_rank()) return {};
  Snapshot snapshot{model_content(session, work, std::move(weights)),
                    std::move(optimizer),
                    describe_state(session, work),
                    {}};
  if (!copies || are_copies) return snapshot;
  snapshot.model.weights = copied(std::move(snapshot.model.weights), *copies);
  snapshot.optimizer = copied(std::move(snapshot.optimizer), *copies);
  snapshot.copied = copies->mark();
  return snapshot;
}

Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot) {
  snapshot.copied.wait();
  TRY(write_model_folder(folder, snapshot.model));
  TRY(save_tensors(folder / "training/optimizer.safetensors", snapshot.optimizer));
  if (snapshot.model.adapter) {
    TRY(write_file_atomically(folder / kModelConfigFolder / "config.json",
                              to_json(Value(snapshot.model.config)) + "\n"));
  }
  return write_file_atomically(folder / "training/state.json",
                               to_json(Value(snapshot.state)) + "\n");
}

}  // namespace trainyard
