// SPDX-License-Identifier: GPL-3.0-or-later
// Dropout whose masks are a function of keys and places, and its sum with a residual. A block
// computes a row. The gradient of the input is dropout of the gradient, with the same mask.
#pragma once

#include "engine/kernels/entry_points.h"
#include "engine/kernels/numbers.h"
#include "engine/system/random_bits.h"

namespace trainyard::kernels {

// The mask of one row.
struct RowMask {
  std::uint64_t key = 0;
  std::uint32_t first = 0, threshold = 0;
  float kept = 1.0F;

  DEV RowMask(const DropoutMask& mask, std::int64_t row, std::int64_t width) {
    if (mask.keys == nullptr) return;
    const std::int64_t index = row / mask.rows_per_key;
    std::int64_t row_of_key = row % mask.rows_per_key;
    if (mask.first_rows != nullptr) row_of_key += mask.first_rows[index];
    key = place_key(static_cast<std::uint64_t>(mask.keys[index]), mask.layer, mask.site);
    first = static_cast<std::uint32_t>(row_of_key * width);
    threshold = mask.threshold;
    kept = mask.kept;
  }

  DEV float apply(float x, int i) const {
    return random_bits(key, first + static_cast<std::uint32_t>(i)) < threshold ? 0.0F : x * kept;
  }
};

inline bool is_valid(const DropoutMask& mask) {
  return mask.keys == nullptr || mask.rows_per_key > 0;
}

template <class Input, class Output, int width>
struct Dropout {
  using Arguments = DropoutArguments;
  struct Scratch {};
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const std::int64_t row = t.block(), at = row * a.width;
    const RowMask mask(a.mask, row, a.width);
    for_each_index<width>(t, static_cast<int>(a.width), [&](int i) {
      Floats<width> x = load_floats<width>(static_cast<const Input*>(a.input) + at + i);
      for (int k = 0; k < width; ++k) x.x[k] = mask.apply(x.x[k], i + k);
      if (a.residual != nullptr) {
        const Floats<width> residual = load_floats<width>(a.residual + at + i);
        for (int k = 0; k < width; ++k) x.x[k] += residual.x[k];
      }
      store_floats(static_cast<Output*>(a.result) + at + i, x);
    });
  }
};

template <class Launcher>
int launch_dropout(const DropoutArguments* a, Stream stream) {
  if (a->rows < 0 || a->width < 1 || a->width > max_row || !is_valid(a->mask))
    return Launcher::invalid;
  return with_number_and_width(
      a->input_type, a->width, {a->residual, a->input, a->result}, [&](auto input, auto width) {
        return with_number(a->result_type, [&](auto output) {
          using Kernel = Dropout<decltype(input), decltype(output), width()>;
          const int threads = threads_for(a->width / width(), Kernel::max_threads);
          return Launcher::template launch<Kernel>(a->rows, threads, 0, *a, stream);
        });
      });
}

}  // namespace trainyard::kernels
