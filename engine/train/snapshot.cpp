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

Snapshot take_snapshot(const Session& session, TrainingWork& work) {
  return {copied(named_weights(*work.parameters)), copied(work.optimizer->named_state()),
          work.model->config(), describe_state(session, work), work.companions};
}

Result<void> write_snapshot(const std::filesystem::path& folder, const Snapshot& snapshot) {
  TRY(write_model_folder(folder, snapshot.weights, snapshot.config, snapshot.companions));
  TRY(save_tensors(folder / "training/optimizer.safetensors", snapshot.optimizer));
  return write_file_atomically(folder / "training/state.json",
                               to_json(Value(snapshot.state)) + "\n");
}

}  // namespace trainyard
