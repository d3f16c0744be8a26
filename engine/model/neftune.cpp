#include "engine/model/neftune.h"

#include <cmath>

#include <ATen/Parallel.h>

#include "engine/model/counter_random.h"

namespace trainyard {

namespace {

// Noise of `elements` numbers a row, fp32 on a processor.
at::Tensor noise_rows(const std::vector<std::uint64_t>& row_keys, std::int64_t elements,
                      float magnitude) {
  const auto rows = static_cast<std::int64_t>(row_keys.size());
  at::Tensor noise = at::empty({rows, elements}, at::kFloat);
  float* values = noise.mutable_data_ptr<float>();
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::uint64_t key = key_of(row_keys[static_cast<std::size_t>(row)], "neftune");
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

at::Tensor with_neftune_noise(const at::Tensor& words, const Context& context) {
  const double alpha = context.mode.neftune_noise_alpha;
  if (!context.mode.training || alpha == 0.0) return words;
  if (words.is_meta()) return words + at::empty_like(words);
  const std::int64_t elements = words.size(1) * words.size(2);
  const auto magnitude = static_cast<float>(alpha / std::sqrt(static_cast<double>(elements)));
  const at::Tensor noise = noise_rows(context.batch.row_keys, elements, magnitude);
  return words + noise.view(words.sizes()).to(words.device());
}

}  // namespace trainyard
