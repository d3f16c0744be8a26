// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax and cross entropy of rows of logits, and the gradient in their place: one pass over a row
// for the maximum and the sum (M. Milakov and N. Gimelshein, 2018, "Online normalizer calculation
// for softmax"), one for the gradient. A block computes a row.
#pragma once

#include <cfloat>
#include <cmath>

#include "engine/kernels/entry_points.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

// What is known of some of a row's logits: their largest, and the sum of e^(x - largest). It begins
// with the smallest finite number, since the difference of two infinities is not a number.
struct OnlineSum {
  float largest = -FLT_MAX, sum = 0.0F;

  DEV void join(float other_largest, float other_sum) {
    const float all = fmaxf(largest, other_largest);
    sum = sum * expf(largest - all) + other_sum * expf(other_largest - all);
    largest = all;
  }

  // Several logits at once cost one exponential each.
  template <int width>
  DEV void add(const Floats<width>& logits) {
    float all = largest;
    for (int i = 0; i < width; ++i) all = fmaxf(all, logits.x[i]);
    sum *= expf(largest - all);
    for (int i = 0; i < width; ++i) sum += expf(logits.x[i] - all);
    largest = all;
  }
};

// Calls visit(logits, first, index) for all logits of a row, `index` being that of `first`. A row
// begins where the last one ended, so that its first and last logits may not be aligned.
template <class Thread, class Number, class Visit>
DEV void for_each_logit(const Thread& t, Number* row, int vocabulary, Visit visit) {
  constexpr int width = access_width<Number>;
  const auto past = static_cast<int>(reinterpret_cast<std::uintptr_t>(row) % 16 / sizeof(Number));
  int head = past == 0 ? 0 : width - past;
  if (head > vocabulary) head = vocabulary;
  const int rest = (vocabulary - head) % width, body = vocabulary - head - rest;
  const auto one_by_one = [&](int begin, int count) {
    for_each_index<1>(t, count, [&](int i) {
      visit(load_floats<1>(row + begin + i), row + begin + i, begin + i);
    });
  };
  one_by_one(0, head);
  for_each_index<width>(t, PLANTED(no_tail_guard) ? body + rest : body, [&](int i) {
    visit(load_floats<width>(row + head + i), row + head + i, head + i);
  });
  if (!PLANTED(no_tail)) one_by_one(head + body, rest);
}

template <class Number>
struct CrossEntropy {
  using Arguments = CrossEntropyArguments;
  struct Scratch {
    WarpValues largest, sums;
  };
  static constexpr int max_threads = 512;

  template <class Thread>
  DEV static void run(Thread& t, Scratch& scratch, const Arguments& a) {
    Number* row = static_cast<Number*>(a.logits) + t.block() * a.stride;
    const std::int64_t target = a.targets[t.block()];
    const auto vocabulary = static_cast<int>(a.vocabulary);
    if (target == a.ignored_target || target < 0 || target >= vocabulary) {
      // A target that does not exist must not be read, nor pass for a row that is learned.
      const float result = target == a.ignored_target ? 0.0F : NAN;
      if (a.writes_gradient) fill(t, row, vocabulary, result);
      if (t.thread() == 0) a.losses[t.block()] = result;
      return;
    }
    // Before the barrier in all_of_row(), behind which the row is overwritten.
    const float of_target = t.thread() == 0 ? to_float(row[target]) : 0.0F;
    OnlineSum own;
    for_each_logit(t, row, vocabulary, [&](const auto& logits, Number*, int) { own.add(logits); });
    const OnlineSum all = all_of_row(t, scratch, own);
    if (t.thread() == 0) a.losses[t.block()] = all.largest + logf(all.sum) - of_target;
    if (!a.writes_gradient) return;
    const float factor = a.gradient_scale / all.sum;
    for_each_logit(t, row, vocabulary, [&](auto logits, Number* first, int index) {
      constexpr int count = sizeof(logits.x) / sizeof(float);
      for (int i = 0; i < count; ++i) {
        logits.x[i] = expf(logits.x[i] - all.largest) * factor;
        if (index + i == target) logits.x[i] -= a.gradient_scale;
      }
      store_floats(first, logits);
    });
  }

 private:
  template <class Thread>
  DEV static void fill(Thread& t, Number* row, int vocabulary, float value) {
    for_each_logit(t, row, vocabulary, [&](auto logits, Number* first, int) {
      for (float& logit : logits.x) logit = value;
      store_floats(first, logits);
    });
  }

  template <class Thread>
  DEV static OnlineSum all_of_row(Thread& t, Scratch& scratch, OnlineSum own) {
    for_each_lane_bit([&](int bits) {
      const float largest = t.shuffle_xor(own.largest, bits), sum = t.shuffle_xor(own.sum, bits);
      own.join(largest, sum);
    });
    const int warp = t.thread() / warp_size;
    if (t.thread() % warp_size == 0) {
      scratch.largest[warp] = own.largest;
      scratch.sums[warp] = own.sum;
    }
    t.sync();
    OnlineSum all;
    for (int i = 0; i < t.threads() / warp_size; ++i) all.join(scratch.largest[i], scratch.sums[i]);
    return all;
  }
};

template <class Launcher>
int launch_cross_entropy(const CrossEntropyArguments* a, Stream stream) {
  if (a->rows < 0 || a->vocabulary < 1 || a->vocabulary > max_row || a->stride < a->vocabulary)
    return Launcher::invalid;
  return with_number(a->type, [&](auto number) {
    using Number = decltype(number);
    using Kernel = CrossEntropy<Number>;
    const int threads = threads_for(a->vocabulary / access_width<Number>, Kernel::max_threads);
    return Launcher::template launch<Kernel>(a->rows, threads, 0, *a, stream);
  });
}

}  // namespace trainyard::kernels
