// SPDX-License-Identifier: GPL-3.0-or-later
// The gated activation of Llama's feed-forward. A block computes a row.
#pragma once

#include <cmath>

#include "engine/kernels/entry_points.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

DEV float sigmoid(float x) { return 1.0F / (1.0F + expf(-x)); }

template <class Number, int width>
struct Swiglu {
  using Arguments = SwigluArguments;
  struct Scratch {};
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const std::int64_t from = t.block() * a.input_stride, to = t.block() * a.product_stride;
    for_each_index<width>(t, static_cast<int>(a.width), [&](int i) {
      Floats<width> x = load_floats<width>(static_cast<const Number*>(a.gate) + from + i);
      const auto up = load_floats<width>(static_cast<const Number*>(a.up) + from + i);
      for (int k = 0; k < width; ++k) x.x[k] *= sigmoid(x.x[k]) * up.x[k];
      store_floats(static_cast<Number*>(a.product) + to + i, x);
    });
  }
};

template <class Number, int width>
struct SwigluBackward {
  using Arguments = SwigluBackwardArguments;
  struct Scratch {};
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const std::int64_t from = t.block() * a.input_stride, of = t.block() * a.product_stride,
                       to = t.block() * a.gradient_stride;
    for_each_index<width>(t, static_cast<int>(a.width), [&](int i) {
      Floats<width> gate = load_floats<width>(static_cast<const Number*>(a.gate) + from + i),
                    up = load_floats<width>(static_cast<const Number*>(a.up) + from + i);
      const auto d = load_floats<width>(static_cast<const Number*>(a.d_product) + of + i);
      for (int k = 0; k < width; ++k) {
        const float x = gate.x[k], s = sigmoid(x);
        gate.x[k] = d.x[k] * up.x[k] * s * (1.0F + x * (1.0F - s));
        up.x[k] = d.x[k] * x * s;
      }
      store_floats(static_cast<Number*>(a.d_gate) + to + i, gate);
      store_floats(static_cast<Number*>(a.d_up) + to + i, up);
    });
  }
};

template <class Launcher>
int launch_swiglu(const SwigluArguments* a, Stream stream) {
  if (a->rows < 0 || a->width < 1 || a->width > max_row) return Launcher::invalid;
  return with_number_and_width(
      a->type, common_factor(a->width, {a->input_stride, a->product_stride}),
      {a->gate, a->up, a->product}, [&](auto number, auto width) {
        using Kernel = Swiglu<decltype(number), width()>;
        const int threads = threads_for(a->width / width(), Kernel::max_threads);
        return Launcher::template launch<Kernel>(a->rows, threads, 0, *a, stream);
      });
}

template <class Launcher>
int launch_swiglu_backward(const SwigluBackwardArguments* a, Stream stream) {
  if (a->rows < 0 || a->width < 1 || a->width > max_row) return Launcher::invalid;
  return with_number_and_width(
      a->type, common_factor(a->width, {a->input_stride, a->product_stride, a->gradient_stride}),
      {a->gate, a->up, a->d_product, a->d_gate, a->d_up}, [&](auto number, auto width) {
        using Kernel = SwigluBackward<decltype(number), width()>;
        const int threads = threads_for(a->width / width(), Kernel::max_threads);
        return Launcher::template launch<Kernel>(a->rows, threads, 0, *a, stream);
      });
}

}  // namespace trainyard::kernels
