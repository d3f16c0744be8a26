// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/kernel_mask.h"

#include "engine/model/counter_random.h"
#include "engine/model/fused_kernels.h"
#include "engine/model/pinned_copy.h"

namespace trainyard {

MaskKeys mask_keys(const Batch& batch) {
  if (batch.row_keys.empty()) return {};
  const bool is_joined = !batch.joined_lengths.empty();
  std::vector<std::int64_t> keys, first_rows;
  for (const KeyedTokens& part :
       keyed_tokens(batch, batch.input_ids.size(0), batch.input_ids.size(1))) {
    const auto key = static_cast<std::int64_t>(dropout_key(part.key));
    for (std::int64_t i = 0; i < (is_joined ? part.count : 1); ++i) {
      keys.push_back(key);
      if (is_joined) first_rows.push_back(i);
    }
  }
  const at::Device device = batch.input_ids.device();
  MaskKeys result{copied_to(at::tensor(keys, at::kLong), device), {}};
  if (is_joined) result.first_rows = copied_to(at::tensor(first_rows, at::kLong), device);
  return result;
}

kernels::DropoutMask KernelMask::arguments() const {
  if (!keys.keys.defined()) return {};
  const MaskRule rule(probability);
  return {.keys = kernel_memory<const std::int64_t>(keys.keys),
          .first_rows = kernel_memory<const std::int64_t>(keys.first_rows),
          .rows_per_key = rows_per_key,
          .layer = place.layer,
          .site = place.site,
          .threshold = rule.threshold,
          .kept = rule.kept};
}

void KernelMask::save(torch::autograd::AutogradContext& context) const {
  context.saved_data["mask_keys"] = keys.keys;
  context.saved_data["mask_first_rows"] = keys.first_rows;
  context.saved_data["mask_rows_per_key"] = rows_per_key;
  context.saved_data["mask_layer"] = place.layer;
  context.saved_data["mask_site"] = place.site;
  context.saved_data["mask_probability"] = probability;
}

KernelMask KernelMask::saved(torch::autograd::AutogradContext& context) {
  const auto& data = context.saved_data;
  return {.keys = {data.at("mask_keys").toTensor(), data.at("mask_first_rows").toTensor()},
          .rows_per_key = data.at("mask_rows_per_key").toInt(),
          .place = {data.at("mask_layer").toInt(), data.at("mask_site").toInt()},
          .probability = data.at("mask_probability").toDouble()};
}

KernelMask kernel_mask(const Context& context, double probability, DropoutPlace place,
                       std::int64_t rows) {
  if (!is_dropped(context, probability)) return {};
  const at::Tensor& keys = context.mask_keys.keys;
  TORCH_CHECK(keys.defined(), "dropout needs a key for each of the batch's rows");
  TORCH_CHECK(rows % keys.numel() == 0, "dropout of ", rows, " rows with ", keys.numel(), " keys");
  return {context.mask_keys, rows / keys.numel(), place, probability};
}

}  // namespace trainyard
