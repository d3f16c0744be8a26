#include "engine/model/dropout.h"

#include <ATen/Parallel.h>

#include "engine/model/counter_random.h"
#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

std::uint64_t sequence_key(const ForwardMode& mode, DropoutPlace place, std::int64_t row) {
  std::uint64_t key =
      combine_keys(key_of(mode.seed, "dropout"), static_cast<std::uint64_t>(mode.step));
  key = combine_keys(key, static_cast<std::uint64_t>(mode.first_sequence + row));
  key = combine_keys(key, static_cast<std::uint64_t>(place.layer));
  return combine_keys(key, static_cast<std::uint64_t>(place.site));
}

TRAINYARD_VECTOR_LOOP void fill_mask(float* values, std::int64_t begin, std::int64_t end,
                                     std::uint64_t key, std::uint32_t threshold, float kept) {
#pragma omp simd
  for (std::int64_t i = begin; i < end; ++i)
    values[i] = random_bits(key, static_cast<std::uint32_t>(i)) < threshold ? 0.0F : kept;
}

}  // namespace

bool is_dropped(const ForwardMode& mode, double probability) {
  return mode.training && probability > 0.0;
}

at::Tensor dropout_mask(const ForwardMode& mode, DropoutPlace place, std::int64_t rows,
                        std::int64_t elements, double probability) {
  const at::Tensor mask = at::empty({rows, elements}, at::kFloat);
  float* values = mask.mutable_data_ptr<float>();
  const auto threshold = static_cast<std::uint32_t>(probability * 0x1p32);
  const auto kept = static_cast<float>(1.0 / (1.0 - probability));
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::uint64_t key = sequence_key(mode, place, row);
    float* row_values = values + row * elements;
    at::parallel_for(0, elements, 1 << 15, [&](std::int64_t begin, std::int64_t end) {
      fill_mask(row_values, begin, end, key, threshold, kept);
    });
  }
  return mask;
}

at::Tensor dropout(const at::Tensor& x, double probability, const Context& context,
                   DropoutPlace place) {
  if (!is_dropped(context.mode, probability)) return x;
  const std::int64_t rows = context.rows();
  const at::Tensor mask = dropout_mask(context.mode, place, rows, x.numel() / rows, probability);
  return x * mask.to(x.options()).view(x.sizes());
}

}  // namespace trainyard
