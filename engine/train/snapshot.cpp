#include "engine/train/snapshot.h"

#include <cstring>

#include "engine/checkpoint/adapter.h"
#include "engine/contract/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/run_folder.h"
#include "engine/train/resume.h"

namespace trainyard {

namespace {

// With one thread: a busy machine makes a crowd of them wait for each other longer than the copy
// takes.
at::Tensor copied(const at::Tensor& tensor) {
  if (!tensor.is_cpu() || !tensor.is_contiguous())
    return tensor.detach().to(at::kCPU, /*non_blocking=*/false, /*copy=*/true).contiguous();
  at::Tensor copy = at::empty(tensor.sizes(), tensor.options().requires_grad(false));
  std::memcpy(copy.mutable_data_ptr(), tensor.const_data_ptr(), tensor.nbytes());
  return copy;
}

NamedTensors copied(NamedTensors tensors) {
  for (auto& entry : tensors) entry.second = copied(entry.second);
  return tensors;
}

}  // namespace

ModelContent model_content(const Session& session, const TrainingWork& work) {
  const Experiment& experiment = session.experiment();
  ModelContent content{
      .most_bytes_per_file = static_cast<std::int64_t>(experiment.checkpoint.max_shard_size * 1e9),
      .config = work.model->config(),
      .companions = work.companions};
  if (!experiment.lora.rank) {
    content.weights = named_weights(*work.parameters);
    return content;
  }
  content.weights = adapter_weights(*work.parameters);
  const auto base = std::filesystem::absolute(session.resolve(*experiment.model.pretrained));
  content.adapter = adapter_config(experiment.lora, *work.model, work.parameters->table(),
                                   experiment.task.kind, base.lexically_normal());
  content.companions.generation.clear();  // is the base's
  return content;
}

Snapshot take_snapshot(const Session& session, TrainingWork& work) {
  ModelContent model = model_content(session, work);
  model.weights = copied(std::move(model.weights));
  return {std::move(model), copied(work.optimizer->named_state()), describe_state(session, work)};
}

Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot) {
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
