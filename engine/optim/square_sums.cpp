// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/square_sums.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <ATen/Parallel.h>

#include "engine/model/vector_math.h"

namespace trainyard {

namespace {

constexpr std::int64_t kSummedNumbers = 1 << 15, kLanes = 16;

TRAINYARD_VECTOR_LOOP
double sum_of_part(const float* x, std::int64_t count) {
  float lanes[kLanes] = {};
  const std::int64_t whole = count / kLanes * kLanes;
  for (std::int64_t i = 0; i < whole; i += kLanes)
#pragma omp simd
    for (std::int64_t lane = 0; lane < kLanes; ++lane) lanes[lane] += x[i + lane] * x[i + lane];
  double sum = 0;
  for (const float lane : lanes) sum += lane;
  for (std::int64_t i = whole; i < count; ++i) sum += x[i] * x[i];
  return sum;
}

}  // namespace

double square_sum(const float* x, std::int64_t count) {
  std::vector<double> sums(static_cast<std::size_t>((count + kSummedNumbers - 1) / kSummedNumbers));
  at::parallel_for(0, std::ssize(sums), 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = begin; part < end; ++part)
      sums[static_cast<std::size_t>(part)] = sum_of_part(
          x + part * kSummedNumbers, std::min(kSummedNumbers, count - part * kSummedNumbers));
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace trainyard
