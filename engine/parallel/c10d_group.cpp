#include "engine/parallel/c10d_group.h"

namespace trainyard {

namespace {

// Without the stack trace that c10's errors carry.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

template <class Start>
void C10dGroup::complete(const char* operation, const Start& start) {
  try {
    start()->wait();
  } catch (const std::exception& error) {
    throw CommunicationError("rank " + std::to_string(ranks_.rank) + " of " + std::to_string(ranks_.world_size) + ": " +
                             operation + " failed, another rank has ended or does not answer: " + first_line(error.what()));
  }
}

void C10dGroup::all_reduce_sum(at::Tensor& tensor) {
  std::vector<at::Tensor> tensors{tensor};
  complete("the sum over the ranks", [&] { return backend_->allreduce(tensors, c10d::AllreduceOptions()); });
}

void C10dGroup::broadcast(at::Tensor& tensor, std::int64_t root) {
  std::vector<at::Tensor> tensors{tensor};
  c10d::BroadcastOptions options;
  options.rootRank = root;
  complete("the broadcast", [&] { return backend_->broadcast(tensors, options); });
}

void C10dGroup::barrier() {
  c10d::BarrierOptions options;
  if (device_.is_cuda()) options.device_ids = {device_.index()};
  complete("waiting for all ranks", [&] { return backend_->barrier(options); });
}

}  // namespace trainyard
