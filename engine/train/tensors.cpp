#include "engine/train/tensors.h"

namespace trainyard {

Batch to_batch(const MicroBatch& micro, std::int64_t sequence_length, at::Device device) {
  const at::Tensor ids =
      at::from_blob(const_cast<std::int64_t*>(micro.input_ids.data()),
                    {micro.num_rows, sequence_length}, at::TensorOptions().dtype(at::kLong));
  const at::Tensor owned = device.is_cpu() ? ids.clone() : ids.to(device);  // (B, T)
  return {owned, owned};
}

std::vector<double> sum_over_ranks(TrainingWork& work, const std::vector<double>& numbers) {
  if (work.group->ranks().world_size == 1) return numbers;
  const auto count = static_cast<std::int64_t>(numbers.size());
  at::Tensor tensor = at::from_blob(const_cast<double*>(numbers.data()), {count},
                                    at::TensorOptions().dtype(at::kDouble))
                          .to(work.device, at::kDouble, /*non_blocking=*/false, /*copy=*/true);
  work.group->all_reduce_sum(tensor);
  tensor = tensor.cpu();
  return {tensor.const_data_ptr<double>(), tensor.const_data_ptr<double>() + count};
}

}  // namespace trainyard
