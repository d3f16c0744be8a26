// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/fused_update.h"

#include <cstring>

#include "engine/model/fused_kernels.h"
#include "engine/model/pinned_copy.h"

namespace trainyard {

bool has_update_kernel(const at::Tensor& value) {
  return value.scalar_type() == at::kFloat && fused_kernels_for(value);
}

at::Tensor kernel_copy(const OwnedPart& part) {
  const bool is_written = part.copy.defined() && part.copy.scalar_type() == at::kBFloat16 &&
                          part.value.scalar_type() == at::kFloat &&
                          part.copy.device() == part.value.device();
  return is_written ? part.copy : at::Tensor();
}

template <class Part>
void PartTable<Part>::set(std::vector<Part> parts, std::int64_t block, at::Device device) {
  num_blocks_ = 0;
  for (Part& part : parts) {
    part.first_block = num_blocks_;
    num_blocks_ += kernels::num_adamw_blocks(part.count, block);
  }
  const std::size_t bytes = parts.size() * sizeof(Part);
  if (on_device_.defined() && parts.size() == parts_.size() &&
      std::memcmp(parts.data(), parts_.data(), bytes) == 0)
    return;
  parts_ = std::move(parts);
  const at::Tensor host = at::empty({static_cast<std::int64_t>(bytes)}, at::kByte);
  std::memcpy(host.mutable_data_ptr(), parts_.data(), bytes);
  on_device_ = copied_to(host, device);
}

template <class Part>
const Part* PartTable<Part>::parts() const {
  return kernel_memory<const Part>(on_device_);
}

namespace {

at::Tensor scale_on(at::Device device, const UpdateRates& rates) {
  return rates.gradient_scale.defined() ? rates.gradient_scale.to(device, at::kFloat)
                                        : at::Tensor();
}

// What both kernels take.
template <class Arguments, class Part>
Arguments arguments_of(const PartTable<Part>& table, const UpdateRates& rates,
                       const at::Tensor& scale) {
  return {.parts = table.parts(),
          .num_parts = table.num_parts(),
          .num_blocks = table.num_blocks(),
          .step = rates.step,
          .learning_rate = rates.learning_rate,
          .beta1 = rates.beta1,
          .beta2 = rates.beta2,
          .epsilon = rates.epsilon,
          .gradient_scale = kernel_memory<float>(scale),
          .zeroes_gradient = true};
}

}  // namespace

void FusedAdamW::add(const Tensors& tensors) {
  if (tensors.value.numel() > 0) all_.push_back(tensors);
}

void FusedAdamW::update(const UpdateRates& rates) {
  if (all_.empty()) return;
  std::vector<kernels::AdamWPart> parts;
  for (const Tensors& tensors : all_)
    parts.push_back({.value = kernel_memory<float>(tensors.value),
                     .gradient = kernel_memory<float>(tensors.gradient),
                     .first_moment = kernel_memory<float>(tensors.first_moment),
                     .second_moment = kernel_memory<float>(tensors.second_moment),
                     .copy = kernel_memory(tensors.copy),
                     .count = tensors.value.numel(),
                     .first_block = 0,
                     .weight_decay = static_cast<float>(tensors.weight_decay),
                     .rate = 1.0F});
  const at::Tensor& value = all_.front().value;
  table_.set(std::move(parts), kernels::adamw_block, value.device());
  const at::Tensor scale = scale_on(value.device(), rates);
  const auto arguments = arguments_of<kernels::AdamWArguments>(table_, rates, scale);
  TORCH_CHECK(queue_kernel(*fused_kernels_for(value), &kernels::Table::adamw, arguments,
                           "trainyard::adamw"),
              "the kernel of AdamW takes no step ", rates.step);
}

void FusedAdamW8bit::add(const Tensors& tensors) {
  if (tensors.value.numel() > 0) all_.push_back(tensors);
}

void FusedAdamW8bit::update(const UpdateRates& rates, const at::Tensor& first_code,
                            const at::Tensor& second_code) {
  if (all_.empty()) return;
  std::vector<kernels::AdamW8bitPart> parts;
  for (const Tensors& tensors : all_)
    parts.push_back({.value = kernel_memory<float>(tensors.value),
                     .gradient = kernel_memory<float>(tensors.gradient),
                     .first_codes = kernel_memory<std::uint8_t>(tensors.first_codes),
                     .second_codes = kernel_memory<std::uint8_t>(tensors.second_codes),
                     .first_maxima = kernel_memory<float>(tensors.first_maxima),
                     .second_maxima = kernel_memory<float>(tensors.second_maxima),
                     .copy = kernel_memory(tensors.copy),
                     .count = tensors.value.numel(),
                     .first_block = 0,
                     .weight_decay = static_cast<float>(tensors.weight_decay),
                     .rate = 1.0F});
  const at::Tensor& value = all_.front().value;
  table_.set(std::move(parts), kernels::adamw_8bit_block, value.device());
  const at::Tensor scale = scale_on(value.device(), rates);
  auto arguments = arguments_of<kernels::AdamW8bitArguments>(table_, rates, scale);
  arguments.first_code = kernel_memory<float>(first_code);
  arguments.second_code = kernel_memory<float>(second_code);
  TORCH_CHECK(queue_kernel(*fused_kernels_for(value), &kernels::Table::adamw_8bit, arguments,
                           "trainyard::adamw_8bit"),
              "the kernel of 8-bit AdamW takes no step ", rates.step);
}

}  // namespace trainyard
