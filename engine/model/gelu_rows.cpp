// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gelu_rows.h"

#include <ATen/Parallel.h>

#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

constexpr float kRoot = 0.797884561F, kCubic = 0.044715F;  // sqrt(2 / pi)

TRAINYARD_VECTOR_LOOP void activate(const float* __restrict values, const float* __restrict bias,
                                    float* __restrict activation, std::int64_t width) {
#pragma omp simd
  for (std::int64_t i = 0; i < width; ++i) {
    const float u = values[i] + bias[i];
    const float twice_z = 2.0F * kRoot * u * (1.0F + kCubic * (u * u));
    activation[i] = u * (1.0F / (1.0F + vector_exp(-twice_z)));
  }
}

TRAINYARD_VECTOR_LOOP void activate_with_slope(const float* __restrict values,
                                               const float* __restrict bias,
                                               float* __restrict activation,
                                               float* __restrict slope, std::int64_t width) {
#pragma omp simd
  for (std::int64_t i = 0; i < width; ++i) {
    const float u = values[i] + bias[i];
    const float square = u * u;
    const float twice_z = 2.0F * kRoot * u * (1.0F + kCubic * square);
    const float s = 1.0F / (1.0F + vector_exp(-twice_z));
    activation[i] = u * s;
    slope[i] = s + u * s * (1.0F - s) * (2.0F * kRoot * (1.0F + 3.0F * kCubic * square));
  }
}

}  // namespace

void gelu_tanh_rows(const float* values, const float* bias, float* activation, std::int64_t rows,
                    std::int64_t width) {
  at::parallel_for(0, rows, 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      activate(values + i * width, bias, activation + i * width, width);
  });
}

void gelu_tanh_rows_with_slope(const float* values, const float* bias, float* activation,
                               float* slope, std::int64_t rows, std::int64_t width) {
  at::parallel_for(0, rows, 16, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      activate_with_slope(values + i * width, bias, activation + i * width, slope + i * width,
                          width);
  });
}

}  // namespace trainyard
