// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients that all rows contribute to. A block sums its rows in shared memory, where each thread
// has columns of its own, and writes them as a row of partial sums; a second kernel adds those up
// in a fixed order, which sums that are added to memory as they come would not have.
#pragma once

#include "engine/kernels/entry_points.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

// What a block may take of a multiprocessor's shared memory, which is 100 KB on the smallest of the
// architectures.
inline constexpr std::int64_t max_dynamic_floats = (96 << 10) / sizeof(float);
static_assert(max_width_of_sums <= max_dynamic_floats &&
              2 * max_width_of_two_sums <= max_dynamic_floats);

// A block's sums of `count` numbers, in the dynamic memory of its threads.
template <int width>
struct ColumnTotals {
  float* totals;
  int count;

  template <class Thread>
  DEV void clear(const Thread& t) const {
    for_each_index<width>(t, count, [&](int i) { store_floats(totals + i, Floats<width>{}); });
  }

  DEV void add(int i, const Floats<width>& added) const {
    Floats<width> sums = load_floats<width>(totals + i);
    for (int k = 0; k < width; ++k) sums.x[k] += added.x[k];
    store_floats(totals + i, sums);
  }

  template <class Thread>
  DEV void write(const Thread& t, float* to) const {
    for_each_index<width>(t, count,
                          [&](int i) { store_floats(to + i, load_floats<width>(totals + i)); });
  }
};

// Adds up the columns of `partial` (rows, columns): the first `width` into `first`, the others into
// `second`.
struct ColumnSumsArguments {
  const float* partial;
  float* first;
  float* second;
  std::int64_t rows, columns, width;
};

// A block has a warp's width of columns, and each of its warps some of the rows.
struct ColumnSums {
  using Arguments = ColumnSumsArguments;
  struct Scratch {
    float sums[max_warps][warp_size];
  };
  static constexpr int max_threads = 256;

  template <class Thread>
  DEV static void run(Thread& t, Scratch& scratch, const Arguments& a) {
    const int lane = t.thread() % warp_size, warp = t.thread() / warp_size,
              warps = t.threads() / warp_size;
    const std::int64_t column = t.block() * warp_size + lane;
    float sum = 0.0F;
    if (column < a.columns)
      for (std::int64_t row = warp; row < a.rows; row += warps)
        sum += a.partial[row * a.columns + column];
    scratch.sums[warp][lane] = sum;
    t.sync();
    if (warp > 0 || column >= a.columns) return;
    for (int i = 1; i < warps; ++i) sum += scratch.sums[i][lane];
    (column < a.width ? a.first[column] : a.second[column - a.width]) += sum;
  }
};

template <class Launcher>
int add_column_sums(const ColumnSumsArguments& arguments, Stream stream) {
  const std::int64_t blocks = (arguments.columns + warp_size - 1) / warp_size;
  return Launcher::template launch<ColumnSums>(blocks, ColumnSums::max_threads, 0, arguments,
                                               stream);
}

}  // namespace trainyard::kernels
