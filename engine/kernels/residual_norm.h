// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of the residual and a branch with dropout, and the norm of the sum. A block computes a
// row; what a thread has written in one pass over the row it reads again in the next.
#pragma once

#include <cmath>

#include "engine/kernels/dropout.h"

namespace trainyard::kernels {

template <class Branch, class Normalized, int width>
struct ResidualNorm {
  using Arguments = ResidualNormArguments;
  struct Scratch {
    WarpValues first[1], second[1];
  };
  static constexpr int max_threads = 512;

  // Writes a row of the sum, if there is a branch. Returns what a thread adds up of its values, or
  // of their squares.
  template <class Thread>
  DEV static float add_branch(Thread& t, const Arguments& a) {
    const std::int64_t row = t.block(), at = row * a.width;
    const bool is_layer = a.norm == Norm::layer;
    float own = 0.0F;
    const RowMask mask(a.mask, row, a.width);
    for_each_index<width>(t, static_cast<int>(a.width), [&](int i) {
      Floats<width> sum = load_floats<width>(a.residual + at + i);
      if (a.branch != nullptr) {
        const auto branch = load_floats<width>(static_cast<const Branch*>(a.branch) + at + i);
        for (int k = 0; k < width; ++k) sum.x[k] += mask.apply(branch.x[k], i + k);
        store_floats(a.sum + at + i, sum);
      }
      for (const float x : sum.x) own += is_layer ? x : x * x;
    });
    return own;
  }

  template <class Thread>
  DEV static void run(Thread& t, Scratch& scratch, const Arguments& a) {
    const std::int64_t row = t.block(), at = row * a.width;
    const auto count = static_cast<int>(a.width);
    const bool is_layer = a.norm == Norm::layer;
    const float* values = (a.branch != nullptr ? a.sum : a.residual) + at;
    float own = add_branch(t, a);
    const float share = 1.0F / static_cast<float>(a.width);
    float mean = 0.0F, square = block_sum(t, scratch.first, own) * share;
    if (is_layer) {
      mean = square;
      own = 0.0F;
      for_each_index<width>(t, count, [&](int i) {
        for (const float x : load_floats<width>(values + i).x) own += (x - mean) * (x - mean);
      });
      auto& second = PLANTED(shared_scratch) ? scratch.first : scratch.second;
      square = block_sum(t, second, own) * share;
    }
    const float inverse = 1.0F / sqrtf(square + a.epsilon);
    if (t.thread() == 0) {
      if (is_layer) a.mean[row] = mean;
      a.inverse_deviation[row] = inverse;
    }
    for_each_index<width>(t, count, [&](int i) {
      Floats<width> x = load_floats<width>(values + i);
      const Floats<width> weight = load_floats<width>(a.weight + i);
      for (int k = 0; k < width; ++k)
        x.x[k] = (x.x[k] - mean) * inverse * (weight.x[k] + a.weight_offset);
      if (a.bias != nullptr) {
        const Floats<width> bias = load_floats<width>(a.bias + i);
        for (int k = 0; k < width; ++k) x.x[k] += bias.x[k];
      }
      store_floats(static_cast<Normalized*>(a.normalized) + at + i, x);
    });
  }
};

template <class Launcher>
int launch_residual_norm(const ResidualNormArguments* a, Stream stream) {
  if (a->rows < 0 || a->width < 1 || a->width > max_row || !is_valid(a->mask))
    return Launcher::invalid;
  return with_number_and_width(
      a->branch_type, a->width, {a->residual, a->branch, a->sum, a->normalized, a->weight, a->bias},
      [&](auto branch, auto width) {
        return with_number(a->normalized_type, [&](auto normalized) {
          using Kernel = ResidualNorm<decltype(branch), decltype(normalized), width()>;
          const int threads = threads_for(a->width / width(), Kernel::max_threads);
          return Launcher::template launch<Kernel>(a->rows, threads, 0, *a, stream);
        });
      });
}

}  // namespace trainyard::kernels
