#include "engine/train/snapshot.h"

#include <cstring>

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
  const double gigabytes = session.experiment().checkpoint.max_shard_size;
  return {named_weights(*work.parameters), static_cast<std::int64_t>(gigabytes * 1e9),
          work.model->config(), work.companions};
}

Snapshot take_snapshot(const Session& session, TrainingWork& work) {
  ModelContent model = model_content(session, work);
  model.weights = copied(std::move(model.weights));
  return {std::move(model), copied(work.optimizer->named_state()), describe_state(session, work)};
}

Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot) {
  TRY(write_model_folder(folder, snapshot.model));
  TRY(save_tensors(folder / "training/optimizer.safetensors", snapshot.optimizer));
  return write_file_atomically(folder / "training/state.json",
                               to_json(Value(snapshot.state)) + "\n");
}

}  // namespace trainyard
