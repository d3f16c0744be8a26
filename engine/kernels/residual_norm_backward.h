// SPDX-License-Identifier: GPL-3.0-or-later
// The gradients of residual_norm.h. With n = (sum - mean) * inverse deviation and g the gradient of
// n, the sum's is inverse deviation * (g - n * average(g n) - average(g)), the last term only for
// LayerNorm. A block goes through several rows, so that few partial sums of the weight's gradient
// are written.
#pragma once

#include "engine/kernels/column_sums.h"
#include "engine/kernels/residual_norm.h"

namespace trainyard::kernels {

template <class Branch, class Normalized, int width>
struct ResidualNormBackward {
  using Arguments = ResidualNormBackwardArguments;
  // In turn, so that a row needs one barrier: whoever writes one has passed that of the other.
  struct Scratch {
    WarpValues rows[2][2];
  };
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch& scratch, const Arguments& a) {
    const auto count = static_cast<int>(a.width);
    const ColumnTotals<width> weights{t.dynamic_memory(), a.d_weight != nullptr ? count : 0};
    const ColumnTotals<width> biases{t.dynamic_memory() + weights.count,
                                     a.d_bias != nullptr ? count : 0};
    weights.clear(t);
    biases.clear(t);
    bool is_odd = false;
    for (std::int64_t row = t.block(); row < a.rows; row += t.blocks()) {
      float averages[2] = {};
      for_each_index<width>(t, count, [&](int i) {
        const Parts p = load_parts(a, row, i);
        Floats<width> of_weight;
        for (int k = 0; k < width; ++k) {
          of_weight.x[k] = p.d_normalized.x[k] * p.n.x[k];
          averages[0] += p.g.x[k] * p.n.x[k];
          averages[1] += p.g.x[k];
        }
        if (weights.count > 0) weights.add(i, of_weight);
        if (biases.count > 0) biases.add(i, p.d_normalized);
      });
      block_sums(t, scratch.rows[is_odd && !PLANTED(shared_scratch) ? 1 : 0], averages);
      is_odd = !is_odd;
      for (float& average : averages) average /= static_cast<float>(a.width);
      if (a.norm == Norm::rms) averages[1] = 0.0F;
      write_row(t, a, row, averages[0], averages[1]);
    }
    float* partial = a.partial + t.block() * (weights.count + biases.count);
    weights.write(t, partial);
    biases.write(t, partial + weights.count);
  }

 private:
  struct Parts {
    Floats<width> d_normalized, n, g;
  };

  DEV static Parts load_parts(const Arguments& a, std::int64_t row, int i) {
    const std::int64_t at = row * a.width + i;
    const float mean = a.norm == Norm::layer ? a.mean[row] : 0.0F,
                inverse = a.inverse_deviation[row];
    Parts p{load_floats<width>(static_cast<const Normalized*>(a.d_normalized) + at),
            load_floats<width>(a.sum + at), load_floats<width>(a.weight + i)};
    for (int k = 0; k < width; ++k) {
      p.n.x[k] = (p.n.x[k] - mean) * inverse;
      p.g.x[k] = p.d_normalized.x[k] * (p.g.x[k] + a.weight_offset);
    }
    return p;
  }

  template <class Thread>
  DEV static void write_row(const Thread& t, const Arguments& a, std::int64_t row,
                            float average_product, float average) {
    const float inverse = a.inverse_deviation[row];
    const RowMask mask(a.mask, row, a.width);
    for_each_index<width>(t, static_cast<int>(a.width), [&](int i) {
      const std::int64_t at = row * a.width + i;
      const Parts p = load_parts(a, row, i);
      Floats<width> d_sum{};
      if (a.d_sum != nullptr) d_sum = load_floats<width>(a.d_sum + at);
      for (int k = 0; k < width; ++k)
        d_sum.x[k] += inverse * (p.g.x[k] - p.n.x[k] * average_product - average);
      store_floats(a.d_residual + at, d_sum);
      if (a.d_branch == nullptr) return;
      for (int k = 0; k < width; ++k) d_sum.x[k] = mask.apply(d_sum.x[k], i + k);
      store_floats(static_cast<Branch*>(a.d_branch) + at, d_sum);
    });
  }
};

template <class Launcher>
int launch_residual_norm_backward(const ResidualNormBackwardArguments* a, Stream stream) {
  const int sums = (a->d_weight != nullptr ? 1 : 0) + (a->d_bias != nullptr ? 1 : 0);
  if (a->rows < 0 || a->width < 1 || a->width > max_row || !is_valid(a->mask) ||
      a->num_partial < 1 || sums * a->width > max_dynamic_floats ||
      (a->d_bias != nullptr && a->d_weight == nullptr))
    return Launcher::invalid;
  const std::int64_t blocks = a->rows < a->num_partial ? a->rows : a->num_partial;
  const int result = with_number_and_width(
      a->branch_type, a->width,
      {a->d_normalized, a->d_sum, a->sum, a->weight, a->d_residual, a->d_branch, a->partial},
      [&](auto branch, auto width) {
        return with_number(a->normalized_type, [&](auto normalized) {
          using Kernel = ResidualNormBackward<decltype(branch), decltype(normalized), width()>;
          const int threads = threads_for(a->width / width(), Kernel::max_threads);
          return Launcher::template launch<Kernel>(blocks, threads, sums * a->width, *a, stream);
        });
      });
  if (result != 0 || sums == 0) return result;
  return add_column_sums<Launcher>(
      {a->partial, a->d_weight, a->d_bias, blocks, sums * a->width, a->width}, stream);
}

}  // namespace trainyard::kernels
