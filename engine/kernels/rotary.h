// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding of a token's queries and keys. A block computes a token.
#pragma once

#include "engine/kernels/entry_points.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

template <class Number, int width>
struct RotateHeads {
  using Arguments = RotaryArguments;
  struct Scratch {};
  static constexpr int max_threads = 256;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const std::int64_t token = t.block();
    rotate(t, a, static_cast<const Number*>(a.query) + token * a.query_stride,
           static_cast<Number*>(a.rotated_query) + token * a.rotated_query_stride, a.query_heads);
    rotate(t, a, static_cast<const Number*>(a.key) + token * a.key_stride,
           static_cast<Number*>(a.rotated_key) + token * a.rotated_key_stride, a.key_heads);
  }

 private:
  template <class Thread>
  DEV static void rotate(const Thread& t, const Arguments& a, const Number* from, Number* to,
                         std::int64_t heads) {
    const int half = static_cast<int>(a.head_width / 2);
    const std::int64_t angle = t.block() % a.period * half;
    for_each_index<width>(t, static_cast<int>(heads) * half, [&](int pair) {
      const int i = pair % half, first = pair / half * 2 * half + i, second = first + half;
      Floats<width> one = load_floats<width>(from + first),
                    other = load_floats<width>(from + second);
      const Floats<width> cos = load_floats<width>(a.cos + angle + i),
                          sin = load_floats<width>(a.sin + angle + i);
      for (int k = 0; k < width; ++k) {
        const float x = one.x[k], y = other.x[k], s = a.is_inverse ? -sin.x[k] : sin.x[k];
        one.x[k] = x * cos.x[k] - y * s;
        other.x[k] = y * cos.x[k] + x * s;
      }
      store_floats(to + first, one);
      store_floats(to + second, other);
    });
  }
};

template <class Launcher>
int launch_rotary(const RotaryArguments* a, Stream stream) {
  const std::int64_t heads = a->query_heads > a->key_heads ? a->query_heads : a->key_heads;
  if (a->tokens < 0 || a->period < 1 || a->query_heads < 0 || a->key_heads < 0 ||
      a->head_width < 2 || a->head_width % 2 != 0 || a->head_width > max_row ||
      heads > max_row / a->head_width)
    return Launcher::invalid;
  const std::int64_t row = common_factor(
      a->head_width / 2,
      {a->query_stride, a->key_stride, a->rotated_query_stride, a->rotated_key_stride});
  return with_number_and_width(
      a->type, row, {a->query, a->key, a->rotated_query, a->rotated_key, a->cos, a->sin},
      [&](auto number, auto width) {
        using Kernel = RotateHeads<decltype(number), width()>;
        const int threads = threads_for(heads * a->head_width / 2 / width(), Kernel::max_threads);
        return Launcher::template launch<Kernel>(a->tokens, threads, 0, *a, stream);
      });
}

}  // namespace trainyard::kernels
