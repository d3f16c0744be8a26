// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/initial_values.h"

#include <algorithm>
#include <cmath>

#include <ATen/Parallel.h>

#include "engine/model/counter_random.h"
#include "engine/model/normal_numbers.h"

namespace trainyard {

namespace {

void fill_uniform(float* values, std::int64_t count, std::uint64_t key, double bound) {
  at::parallel_for(0, count, 1 << 14, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::uint64_t block = combine_keys(key, static_cast<std::uint64_t>(i));
      const float u = (static_cast<float>(block >> 40) + 0.5F) * 0x1p-23F - 1.0F;
      values[i] = static_cast<float>(bound) * u;
    }
  });
}

void fill_log_of_column(float* values, std::int64_t count, std::int64_t columns) {
  for (std::int64_t i = 0; i < count; ++i)
    values[i] = std::log(static_cast<float>(i % columns + 1));
}

// The inverse of softplus, log(e^x - 1), of e^(log lowest + u (log highest - log lowest)).
void fill_time_steps(float* values, std::int64_t count, std::uint64_t key, double lowest,
                     double highest) {
  fill_uniform(values, count, key, 0.5);
  for (std::int64_t i = 0; i < count; ++i) {
    const double u = values[i] + 0.5;
    const double step = std::exp(std::log(lowest) + u * (std::log(highest) - std::log(lowest)));
    values[i] = static_cast<float>(step + std::log(-std::expm1(-step)));
  }
}

}  // namespace

at::Tensor initial_values(const ParameterSpec& spec, std::uint64_t seed) {
  at::Tensor values = at::zeros(spec.shape, at::kFloat);
  const std::int64_t count = num_elements(spec);
  float* numbers = values.mutable_data_ptr<float>();
  if (spec.initialization == Initialization::ones) std::fill_n(numbers, count, 1.0F);
  if (spec.initialization == Initialization::normal)
    fill_normal(numbers, count, key_of(seed, spec.name), static_cast<float>(spec.spread));
  if (spec.initialization == Initialization::uniform)
    fill_uniform(numbers, count, key_of(seed, spec.name), spec.spread);
  if (spec.initialization == Initialization::log_of_column)
    fill_log_of_column(numbers, count, spec.shape.back());
  if (spec.initialization == Initialization::time_step)
    fill_time_steps(numbers, count, key_of(seed, spec.name), spec.lowest, spec.highest);
  return values;
}

}  // namespace trainyard
