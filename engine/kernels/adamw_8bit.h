// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW with moments in 8 bits (engine/optim/adamw_8bit.h). A warp updates 256 numbers, which have
// one maximum of each moment: eight a lane, so that nothing but the code books is shared.
#pragma once

#include <cfloat>

#include "engine/kernels/adamw.h"

namespace trainyard::kernels {

inline constexpr int quantized_block = 256;

// The values of a moment's codes, and the limits between neighbouring ones.
struct CodeBook {
  float values[256], limits[255];

  // Before a barrier.
  template <class Thread>
  DEV void fill(const Thread& t, const float* code) {
    for_each_index<1>(t, 256, [&](int i) {
      values[i] = code[i];
      if (i < 255) limits[i] = (code[i] + code[i + 1]) / 2.0F;
    });
  }

  // The nearest code: as many as there are limits below.
  DEV int nearest(float share) const {
    int code = 0;
    for (int step = 128; step > 0; step /= 2)
      if (limits[code + step - 1] < share) code += step;
    return code;
  }
};

struct AdamW8bitKernelArguments {
  const AdamW8bitPart* parts;
  std::int64_t num_parts;
  const float* first_code;
  const float* second_code;
  AdamWStep step;
};

struct AdamW8bitKernel {
  using Arguments = AdamW8bitKernelArguments;
  struct Scratch {
    CodeBook first, second;
  };
  static constexpr int max_threads = 256;

  template <class Thread>
  DEV static void run(Thread& t, Scratch& scratch, const Arguments& a) {
    scratch.first.fill(t, a.first_code);
    scratch.second.fill(t, a.second_code);
    t.sync();
    const AdamW8bitPart& part = part_of_block(a.parts, a.num_parts, t.block());
    const std::int64_t begin = (t.block() - part.first_block) * adamw_8bit_block;
    const float scale = a.step.gradient_scale == nullptr ? 1.0F : *a.step.gradient_scale;
    const int warps = t.threads() / warp_size;
    for (int i = t.thread() / warp_size; i < adamw_8bit_block / quantized_block; i += warps) {
      const std::int64_t at = begin + i * quantized_block;
      if (at < part.count) update_block(t, scratch, part, at, a.step, scale);
    }
  }

 private:
  static constexpr int width = quantized_block / warp_size;

  // Numbers of a lane; behind the end of the part they are 0 and not written.
  struct Lane {
    std::int64_t at, end;
    bool is_whole;

    template <class Number>
    DEV Pack<Number, width> read(const Number* from) const {
      if (is_whole) return load<width>(from + at);
      Pack<Number, width> pack{};
      for (int k = 0; k < width; ++k)
        if (at + k < end) pack.x[k] = from[at + k];
      return pack;
    }

    template <class Number>
    DEV void write(Number* to, const Pack<Number, width>& pack) const {
      if (is_whole) return store(to + at, pack);
      for (int k = 0; k < width; ++k)
        if (at + k < end) to[at + k] = pack.x[k];
    }
  };

  template <class Thread>
  DEV static void update_block(Thread& t, const Scratch& scratch, const AdamW8bitPart& part,
                               std::int64_t at, const AdamWStep& step, float scale) {
    const int lane_number = t.thread() % warp_size;
    const std::int64_t own = at + lane_number * width, block = at / quantized_block;
    const Lane lane{own, part.count,
                    own + width <= part.count && is_aligned(part.value) &&
                        is_aligned(part.gradient) && is_aligned(part.copy) &&
                        is_aligned(part.first_codes) && is_aligned(part.second_codes)};
    auto value = lane.read(part.value);
    const auto gradient = lane.read(part.gradient);
    auto first_codes = lane.read(part.first_codes), second_codes = lane.read(part.second_codes);
    const float first_maximum = part.first_maxima[block],
                second_maximum = part.second_maxima[block];
    const float rate = step.learning_rate * part.rate;
    float first[width], second[width];
    for (int k = 0; k < width; ++k) {
      AdamWNumber number{value.x[k], scratch.first.values[first_codes.x[k]] * first_maximum,
                         scratch.second.values[second_codes.x[k]] * second_maximum};
      if (own + k >= part.count) number = {};  // code 0 is not the value 0
      number.update(gradient.x[k] * scale, step, rate, part.weight_decay);
      value.x[k] = number.value;
      first[k] = number.first;
      second[k] = number.second;
    }
    const float new_first = quantize(t, scratch.first, first, true, first_codes),
                new_second = quantize(t, scratch.second, second, false, second_codes);
    lane.write(part.value, value);
    lane.write(part.first_codes, first_codes);
    lane.write(part.second_codes, second_codes);
    t.sync_warp();  // all lanes have read the maxima
    if (lane_number == 0) {
      part.first_maxima[block] = new_first;
      part.second_maxima[block] = new_second;
    }
    if (part.copy != nullptr) {
      Pack<Bf16, width> copy;
      for (int k = 0; k < width; ++k) copy.x[k] = to_number<Bf16>(value.x[k]);
      lane.write(static_cast<Bf16*>(part.copy), copy);
    }
    if (step.zeroes_gradient) lane.write(part.gradient, Pack<float, width>{});
  }

  // Returns the maximum of the block. Negative values never become zero, so that their sign is
  // kept.
  template <class Thread>
  DEV static float quantize(Thread& t, const CodeBook& book, const float (&values)[width],
                            bool is_signed, Pack<std::uint8_t, width>& codes) {
    float own = 0.0F;
    for (const float x : values) own = Maximum()(own, fabsf(x));
    const float maximum = warp_reduced(t, own, Maximum());
    const float divisor = Maximum()(maximum, FLT_MIN);
    for (int k = 0; k < width; ++k) {
      int code = book.nearest(values[k] / divisor);
      if (is_signed && values[k] < 0.0F && book.values[code] == 0.0F) --code;
      codes.x[k] = static_cast<std::uint8_t>(code);
    }
    return maximum;
  }
};

template <class Launcher>
int launch_adamw_8bit(const AdamW8bitArguments* a, Stream stream) {
  if (a->num_parts < 0 || a->num_blocks < 0 || a->step < 1 ||
      (a->num_parts == 0 && a->num_blocks > 0))
    return Launcher::invalid;
  return Launcher::template launch<AdamW8bitKernel>(
      a->num_blocks, AdamW8bitKernel::max_threads, 0,
      {a->parts, a->num_parts, a->first_code, a->second_code, step_of(*a)}, stream);
}

}  // namespace trainyard::kernels
