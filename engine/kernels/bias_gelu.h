// SPDX-License-Identifier: GPL-3.0-or-later
// A feed-forward's bias and GELU, in the tanh approximation (with the identity of
// engine/model/gelu_rows.h) or exact. A block computes a row, and backward several.
#pragma once

#include <cmath>

#include "engine/kernels/column_sums.h"
#include "engine/kernels/swiglu.h"

namespace trainyard::kernels {

struct GeluValue {
  float value, slope;
};

DEV GeluValue gelu_tanh(float u) {
  constexpr float twice_root = 2 * 0.797884561F, cubic = 0.044715F;  // the root of 2 / pi
  const float square = u * u, s = sigmoid(twice_root * u * (1.0F + cubic * square));
  return {u * s, s + u * s * (1.0F - s) * (twice_root * (1.0F + 3.0F * cubic * square))};
}

// erfc(-x) and not 1 + erf(x), which has few right digits where it is small.
DEV GeluValue gelu_erf(float u) {
  constexpr float half_root = 0.707106781F, density = 0.398942280F;  // of 1 / 2 and 1 / (2 pi)
  const float share = 0.5F * erfcf(-u * half_root);
  return {u * share, share + u * density * expf(-0.5F * u * u)};
}

DEV GeluValue gelu(Gelu kind, float u) { return kind == Gelu::tanh ? gelu_tanh(u) : gelu_erf(u); }

template <class Number, int width>
struct BiasGelu {
  using Arguments = BiasGeluArguments;
  struct Scratch {};
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const std::int64_t at = t.block() * a.width;
    for_each_index<width>(t, static_cast<int>(a.width), [&](int i) {
      Floats<width> x = load_floats<width>(static_cast<const Number*>(a.x) + at + i);
      const Floats<width> bias = load_floats<width>(a.bias + i);
      for (int k = 0; k < width; ++k) x.x[k] = gelu(a.gelu, x.x[k] + bias.x[k]).value;
      store_floats(static_cast<Number*>(a.activation) + at + i, x);
    });
  }
};

template <class Number, int width>
struct BiasGeluBackward {
  using Arguments = BiasGeluBackwardArguments;
  struct Scratch {};
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const auto count = static_cast<int>(a.width);
    const ColumnTotals<width> biases{t.dynamic_memory(), a.d_bias != nullptr ? count : 0};
    biases.clear(t);
    for (std::int64_t row = t.block(); row < a.rows; row += t.blocks())
      for_each_index<width>(t, count, [&](int i) {
        const std::int64_t at = row * a.width + i;
        const Floats<width> x = load_floats<width>(static_cast<const Number*>(a.x) + at),
                            bias = load_floats<width>(a.bias + i);
        Floats<width> d = load_floats<width>(static_cast<const Number*>(a.d_activation) + at);
        for (int k = 0; k < width; ++k) d.x[k] *= gelu(a.gelu, x.x[k] + bias.x[k]).slope;
        store_floats(static_cast<Number*>(a.d_x) + at, d);
        if (biases.count > 0) biases.add(i, d);
      });
    biases.write(t, a.partial + t.block() * a.width);
  }
};

template <class Launcher>
int launch_bias_gelu(const BiasGeluArguments* a, Stream stream) {
  if (a->rows < 0 || a->width < 1 || a->width > max_row) return Launcher::invalid;
  return with_number_and_width(
      a->type, a->width, {a->x, a->bias, a->activation}, [&](auto number, auto width) {
        using Kernel = BiasGelu<decltype(number), width()>;
        const int threads = threads_for(a->width / width(), Kernel::max_threads);
        return Launcher::template launch<Kernel>(a->rows, threads, 0, *a, stream);
      });
}

template <class Launcher>
int launch_bias_gelu_backward(const BiasGeluBackwardArguments* a, Stream stream) {
  const std::int64_t floats = a->d_bias != nullptr ? a->width : 0;
  if (a->rows < 0 || a->width < 1 || a->width > max_row || a->num_partial < 1 ||
      floats > max_dynamic_floats)
    return Launcher::invalid;
  const std::int64_t blocks = a->rows < a->num_partial ? a->rows : a->num_partial;
  const int result = with_number_and_width(
      a->type, a->width, {a->x, a->bias, a->d_activation, a->d_x, a->partial},
      [&](auto number, auto width) {
        using Kernel = BiasGeluBackward<decltype(number), width()>;
        const int threads = threads_for(a->width / width(), Kernel::max_threads);
        return Launcher::template launch<Kernel>(blocks, threads, floats, *a, stream);
      });
  if (result != 0 || floats == 0) return result;
  return add_column_sums<Launcher>({a->partial, a->d_bias, nullptr, blocks, floats, a->width},
                                   stream);
}

}  // namespace trainyard::kernels
