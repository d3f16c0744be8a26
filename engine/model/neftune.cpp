// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/neftune.h"

#include <cmath>

#include <ATen/Parallel.h>

#include "engine/model/counter_random.h"
#include "engine/model/random_tensor.h"

namespace trainyard {

namespace {

std::vector<std::int64_t> noise_keys(const std::vector<std::uint64_t>& row_keys) {
  std::vector<std::int64_t> keys;
  for (const std::uint64_t key : row_keys)
    keys.push_back(static_cast<std::int64_t>(key_of(key, "neftune")));
  return keys;
}

// Noise of `elements` numbers per row, fp32 on a CPU.
at::Tensor noise_rows(const std::vector<std::int64_t>& keys, std::int64_t elements,
                      float magnitude) {
  const auto rows = static_cast<std::int64_t>(keys.size());
  at::Tensor noise = at::empty({rows, elements}, at::kFloat);
  float* values = noise.mutable_data_ptr<float>();
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto key = static_cast<std::uint64_t>(keys[static_cast<std::size_t>(row)]);
    at::parallel_for(0, elements, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto bits = static_cast<float>(random_bits(key, static_cast<std::uint32_t>(i)));
        values[row * elements + i] = (bits * 0x1p-31F - 1.0F) * magnitude;
      }
    });
  }
  return noise;
}

}  // namespace

at::Tensor noise_by_operators(c10::ArrayRef<std::int64_t> keys, std::int64_t elements,
                              float magnitude, at::Device device) {
  const at::Tensor bits = random_bits_of(keys, elements, device).to(at::kLong);
  return bits.bitwise_and(0xffffffffL).to(at::kFloat).mul_(0x1p-31F).sub_(1.0F).mul_(magnitude);
}

at::Tensor with_neftune_noise(const at::Tensor& words, const Context& context) {
  const double alpha = context.mode.neftune_noise_alpha;
  if (!context.mode.training || alpha == 0.0) return words;
  if (words.is_meta()) return words + at::empty_like(words);
  const std::int64_t elements = words.size(1) * words.size(2);
  const auto magnitude = static_cast<float>(alpha / std::sqrt(static_cast<double>(elements)));
  const std::vector<std::int64_t> keys = noise_keys(context.batch.row_keys);
  const at::Tensor noise = words.is_cpu()
                               ? noise_rows(keys, elements, magnitude)
                               : noise_by_operators(keys, elements, magnitude, words.device());
  return words + noise.view(words.sizes());
}

}  // namespace trainyard
