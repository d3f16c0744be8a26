// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/tensors.h"

#include <cstring>

#include <ATen/core/grad_mode.h>

#include "engine/model/lazy_zeros.h"
#include "engine/parallel/gradient_reduction.h"
#include "engine/train/agreement.h"
#include "engine/train/failure.h"

namespace trainyard {

std::vector<double> sum_over_ranks(TrainingWork& work, const std::vector<double>& numbers) {
  if (work.group->ranks().world_size == 1) return numbers;
  const auto count = static_cast<std::int64_t>(numbers.size());
  at::Tensor tensor =
      at::from_blob(const_cast<double*>(numbers.data()), {count}, at::TensorOptions(at::kDouble))
          .clone();
  work.group->all_reduce_sum(tensor);
  return {tensor.const_data_ptr<double>(), tensor.const_data_ptr<double>() + count};
}

std::string text_of_first_rank(TrainingWork& work, const std::string& text) {
  if (work.group->ranks().world_size == 1) return text;
  const bool is_first = work.group->ranks().rank == 0;
  at::Tensor size = at::full({1}, is_first ? static_cast<std::int64_t>(text.size()) : 0, at::kLong);
  work.group->broadcast(size, 0);
  at::Tensor bytes = at::zeros({*size.const_data_ptr<std::int64_t>()}, at::kByte);
  if (bytes.numel() == 0) return {};
  if (is_first) std::memcpy(bytes.mutable_data_ptr(), text.data(), text.size());
  work.group->broadcast(bytes, 0);
  const auto* first = static_cast<const char*>(bytes.const_data_ptr());
  return {first, first + bytes.numel()};
}

void on_ranks_that_read(TrainingWork& work,
                        const std::function<void(const ProcessGroup::Heartbeat&)>& read) {
  if (!work.parameters->sharding().is_active()) return work.group->run_on_first_rank(read);
  Result<void> own;
  try {
    read([] {});
  } catch (const Failure& failure) {
    own = failure.error;
  }
  throw_unless_ok(outcome_of_ranks(work, own));
}

void share_values(TrainingWork& work) {
  const Parameters& parameters = *work.parameters;
  if (!parameters.sharding().is_active()) return share_with_ranks(work, all_values(parameters));
  std::vector<at::Tensor> whole;
  for (std::size_t l = 0; l < parameters.layers().size(); ++l) {
    const LayerParameters& layer = parameters.layers()[l];
    for (const OwnedPart& part : layer.owned)
      if (part.begin >= layer.layout.sharded_end) whole.push_back(part.value);
    for (std::size_t i = 0; i < layer.parameters.size(); ++i)
      if (!parameters.table()[l].parameters[i].trainable && !is_absent(layer.parameters[i].value))
        whole.push_back(layer.parameters[i].value);
  }
  share_with_ranks(work, std::move(whole));
  // CPUs may differ in the last digits of what is drawn.
  if (ProcessGroup* replicas = work.group->replicas())
    for (const LayerParameters& layer : parameters.layers())
      for (OwnedPart part : layer.owned)
        if (part.begin < layer.layout.sharded_end) replicas->broadcast(part.value, 0);
  const at::NoGradGuard no_gradient;
  work.parameters->update_trained_copies();  // of what this rank has read of its own
  gather_values(parameters, *work.group);
}

void share_with_ranks(TrainingWork& work, std::vector<at::Tensor> tensors) {
  const at::NoGradGuard no_gradient;
  for (at::Tensor& tensor : tensors) work.group->broadcast(tensor, 0);
}

}  // namespace trainyard
