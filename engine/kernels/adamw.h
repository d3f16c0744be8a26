// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW (Loshchilov and Hutter, 2019) over all parts of all layers in one launch. Each block
// updates a stretch of one part; which one, it looks up.
#pragma once

#include <cmath>

#include "engine/kernels/entry_points.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

// The numbers of a step, computed in fp64: 1 - beta2 has few right digits in fp32.
struct AdamWStep {
  float learning_rate, beta1, beta2, rest1, rest2, epsilon;
  float first_factor, second_factor;  // corrections of the moments' bias
  const float* gradient_scale;
  bool zeroes_gradient;
};

template <class AnyArguments>
AdamWStep step_of(const AnyArguments& a) {
  const auto steps = static_cast<double>(a.step);
  const double of_first = 1.0 - std::pow(a.beta1, steps),
               of_second = 1.0 - std::pow(a.beta2, steps);
  return {static_cast<float>(a.learning_rate),
          static_cast<float>(a.beta1),
          static_cast<float>(a.beta2),
          static_cast<float>(1.0 - a.beta1),
          static_cast<float>(1.0 - a.beta2),
          static_cast<float>(a.epsilon),
          static_cast<float>(1.0 / of_first),
          static_cast<float>(1.0 / std::sqrt(of_second)),
          a.gradient_scale,
          a.zeroes_gradient};
}

// One number's step.
struct AdamWNumber {
  float value, first, second;

  DEV void update(float gradient, const AdamWStep& s, float rate, float decay) {
    first = s.beta1 * first + s.rest1 * gradient;
    second = s.beta2 * second + s.rest2 * gradient * gradient;
    const float divisor = sqrtf(second) * s.second_factor + s.epsilon;
    value = value * (1.0F - rate * decay) - rate * s.first_factor * first / divisor;
  }
};

// The part that a block belongs to: the last that does not begin behind it.
template <class Part>
DEV const Part& part_of_block(const Part* parts, std::int64_t num_parts, std::int64_t block) {
  std::int64_t begin = 0, end = num_parts;
  while (end - begin > 1) {
    const std::int64_t middle = begin + (end - begin) / 2;
    (parts[middle].first_block <= block ? begin : end) = middle;
  }
  return parts[begin];
}

struct AdamWKernelArguments {
  const AdamWPart* parts;
  std::int64_t num_parts;
  AdamWStep step;
};

struct AdamWKernel {
  using Arguments = AdamWKernelArguments;
  struct Scratch {};
  static constexpr int max_threads = 256;

  template <class Thread>
  DEV static void run(Thread& t, Scratch&, const Arguments& a) {
    const AdamWPart& part = part_of_block(a.parts, a.num_parts, t.block());
    const std::int64_t begin = (t.block() - part.first_block) * adamw_block;
    const std::int64_t rest = part.count - begin;
    const auto count = static_cast<int>(rest < adamw_block ? rest : adamw_block);
    constexpr int wide = access_width<float>;
    const bool is_whole = is_aligned(part.value) && is_aligned(part.gradient) &&
                          is_aligned(part.first_moment) && is_aligned(part.second_moment) &&
                          is_aligned(part.copy);
    const int packs = is_whole ? count / wide * wide : 0;
    const float scale = a.step.gradient_scale == nullptr ? 1.0F : *a.step.gradient_scale;
    for_each_index<wide>(t, packs, [&](int i) { update<wide>(part, begin + i, a.step, scale); });
    for_each_index<1>(t, count - packs,
                      [&](int i) { update<1>(part, begin + packs + i, a.step, scale); });
  }

 private:
  template <int width>
  DEV static void update(const AdamWPart& part, std::int64_t at, const AdamWStep& step,
                         float scale) {
    Floats<width> value = load_floats<width>(part.value + at),
                  first = load_floats<width>(part.first_moment + at),
                  second = load_floats<width>(part.second_moment + at);
    const Floats<width> gradient = load_floats<width>(part.gradient + at);
    const float rate = step.learning_rate * part.rate;
    for (int k = 0; k < width; ++k) {
      AdamWNumber number{value.x[k], first.x[k], second.x[k]};
      number.update(gradient.x[k] * scale, step, rate, part.weight_decay);
      value.x[k] = number.value;
      first.x[k] = number.first;
      second.x[k] = number.second;
    }
    store_floats(part.value + at, value);
    store_floats(part.first_moment + at, first);
    store_floats(part.second_moment + at, second);
    if (part.copy != nullptr) store_floats(static_cast<Bf16*>(part.copy) + at, value);
    if (step.zeroes_gradient) store_floats(part.gradient + at, Floats<width>{});
  }
};

template <class Launcher>
int launch_adamw(const AdamWArguments* a, Stream stream) {
  if (a->num_parts < 0 || a->num_blocks < 0 || a->step < 1 ||
      (a->num_parts == 0 && a->num_blocks > 0))
    return Launcher::invalid;
  return Launcher::template launch<AdamWKernel>(a->num_blocks, AdamWKernel::max_threads, 0,
                                                {a->parts, a->num_parts, step_of(*a)}, stream);
}

}  // namespace trainyard::kernels
