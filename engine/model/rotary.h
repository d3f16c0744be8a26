// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding (Su et al., 2021) in transformers' layout: the first half of a head's
// width is rotated against the second half.
#pragma once

#include <cstdint>
#include <string>

#include <ATen/ATen.h>

#include "engine/contract/value.h"
#include "engine/model/batch.h"
#include "engine/model/config_reader.h"

namespace trainyard {

struct RotarySettings {
  double theta = 10000.0;
  std::string type = "default";  // "default", "linear", "dynamic", "llama3", "yarn"
  double factor = 1.0;           // for all but "default"
  double low_frequency_factor = 1.0, high_frequency_factor = 4.0;  // for "llama3"
  // For "yarn" (Peng et al., 2023): rotations within the original positions above which a frequency
  // is kept and below which it is stretched; the factor of cosines and sines; whether the bounds
  // between the two are rounded to integers.
  double fast_turns = 32.0, slow_turns = 1.0;
  double attention_factor = 1.0;
  bool truncates = true;
  double original_positions = 8192;   // for "llama3" and "yarn"
  std::int64_t max_positions = 8192;  // where "dynamic" starts to stretch

  // The longest sequence that the positions are meant for.
  std::int64_t longest() const;
};

// Reads config.json's `rope_parameters`, or `rope_theta` and `rope_scaling` in older checkpoints;
// with_one_spelling() has decided between them. `theta` is the architecture's default. An unknown
// type is recorded as an error in `reader`.
RotarySettings read_rotary(const Map& config, double theta, std::int64_t max_positions,
                           ConfigReader& reader);

// Returns (width / 2) fp32 on the CPU, bit for bit as transformers computes them.
at::Tensor inverse_frequencies(const RotarySettings& settings, std::int64_t width);

// (M, width / 2) fp32 each: M is T, or B*T if the batch has positions.
struct RotaryAngles {
  at::Tensor cos, sin;
};

// The rotary positions of some layers, for heads of a given width.
class Rotary {
 public:
  Rotary() = default;
  Rotary(const RotarySettings& settings, std::int64_t width);

  // "dynamic" stretches by the length of this batch. transformers keeps the longest length that it
  // has seen until a batch is shorter than max_positions; for a first batch both give the same.
  RotaryAngles angles(const Batch& batch) const;

 private:
  at::Tensor frequencies_of(std::int64_t length) const;

  RotarySettings settings_;
  std::int64_t width_ = 0;
  at::Tensor frequencies_;
};

// x (N, H, width), N a multiple of M -> the same shape and type.
at::Tensor rotate(const at::Tensor& x, const RotaryAngles& angles);

struct RotatedHeads {
  at::Tensor query, key;
};
// rotate() of both, as one kernel where the engine's own are open (fused_kernels.h).
RotatedHeads rotate(const at::Tensor& query, const at::Tensor& key, const RotaryAngles& angles);

}  // namespace trainyard
