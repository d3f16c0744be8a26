// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/cross_entropy_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <ATen/Parallel.h>

#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

// Replaces the row with e^(x - maximum) and returns its sum; sets `maximum`.
TRAINYARD_VECTOR_LOOP float exponentials(float* row, std::int64_t size, float* maximum) {
  float largest = row[0];
#pragma omp simd reduction(max : largest)
  for (std::int64_t i = 0; i < size; ++i) largest = largest < row[i] ? row[i] : largest;
  float sum = 0.0F;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < size; ++i) {
    row[i] = vector_exp(row[i] - largest);
    sum += row[i];
  }
  *maximum = largest;
  return sum;
}

TRAINYARD_VECTOR_LOOP float sum_of(const float* row, std::int64_t size) {
  float sum = 0.0F;
#pragma omp simd reduction(+ : sum)
  for (std::int64_t i = 0; i < size; ++i) sum += row[i];
  return sum;
}

TRAINYARD_VECTOR_LOOP void multiply_and_add(float* row, std::int64_t size, float factor,
                                            float added) {
#pragma omp simd
  for (std::int64_t i = 0; i < size; ++i) row[i] = row[i] * factor + added;
}

double one_row(float* row, std::int64_t target, std::int64_t size, double label_smoothing,
               const double* gradient_scale) {
  if (target == kIgnoreIndex) {
    if (gradient_scale != nullptr) std::fill_n(row, size, 0.0F);
    return 0.0;
  }
  const double count = static_cast<double>(size);
  const double target_logit = row[target];
  const double mean_logit = label_smoothing > 0 ? sum_of(row, size) / count : 0.0;
  float maximum = 0.0F;
  const float sum = exponentials(row, size, &maximum);
  if (gradient_scale != nullptr) {
    const double scale = *gradient_scale;
    multiply_and_add(row, size, static_cast<float>(scale) / sum,
                     static_cast<float>(-scale * label_smoothing / count));
    row[target] -= static_cast<float>(scale * (1.0 - label_smoothing));
  }
  return static_cast<double>(maximum) + std::log(static_cast<double>(sum)) -
         (1.0 - label_smoothing) * target_logit - label_smoothing * mean_logit;
}

}  // namespace

double cross_entropy_rows(float* logits, const std::int64_t* targets, std::int64_t rows,
                          std::int64_t vocabulary, double label_smoothing,
                          const double* gradient_scale) {
  std::vector<double> losses(static_cast<std::size_t>(rows));
  at::parallel_for(0, rows, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      losses[static_cast<std::size_t>(i)] =
          one_row(logits + i * vocabulary, targets[i], vocabulary, label_smoothing, gradient_scale);
  });
  double sum = 0.0;
  for (const double loss : losses) sum += loss;
  return sum;
}

}  // namespace trainyard
