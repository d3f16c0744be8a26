// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding (Su et al., 2021) in transformers' order: the first half of a head's
// width is turned against its second half.
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
  double factor = 1.0;           // of all but "default"
  double low_frequency_factor = 1.0, high_frequency_factor = 4.0;  // of "llama3"
  // Of "yarn" (Peng et al., 2023): how often a wave turns within the original positions that is
  // kept, and that is stretched; what cosines and sines are multiplied by; whether the bounds
  // between are whole numbers.
  double fast_turns = 32.0, slow_turns = 1.0;
  double attention_factor = 1.0;
  bool truncates = true;
  std::int64_t original_positions = 8192;  // of "llama3" and "yarn"
  std::int64_t max_positions = 8192;       // from which on "dynamic" stretches

  // The longest sequence that the positions are meant for.
  std::int64_t longest() const;
};

// From config.json: `rope_parameters`, or `rope_theta` and `rope_scaling` of older folders. `theta`
// is the architecture's default. A kind that is not there is an error of `reader`.
RotarySettings read_rotary(const Map& config, double theta, std::int64_t max_positions,
                           ConfigReader& reader);

// (width / 2) fp32 on the processor, bit for bit as transformers computes them.
at::Tensor inverse_frequencies(const RotarySettings& settings, std::int64_t width);

// (M, width / 2) fp32 each: M is T, or B*T where the batch has positions.
struct RotaryAngles {
  at::Tensor cos, sin;
};

// The positions of some layers, for heads of a width.
class Rotary {
 public:
  Rotary() = default;
  Rotary(const RotarySettings& settings, std::int64_t width);

  // "dynamic" stretches by the length of this batch. transformers goes on with the longest that it
  // has seen until one is shorter than max_positions; of a first batch they are the same.
  RotaryAngles angles(const Batch& batch) const;

 private:
  at::Tensor frequencies_of(std::int64_t length) const;

  RotarySettings settings_;
  std::int64_t width_ = 0;
  at::Tensor frequencies_;
};

// x (N, H, width), N a multiple of M -> the same shape and type.
at::Tensor rotate(const at::Tensor& x, const RotaryAngles& angles);

}  // namespace trainyard
