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
  std::string type = "default";  // "default", "linear", "llama3"
  double factor = 1.0;           // of "linear" and "llama3"; the others of "llama3"
  double low_frequency_factor = 1.0, high_frequency_factor = 4.0;
  std::int64_t original_positions = 8192;
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
RotaryAngles rotary_angles(const at::Tensor& inverse_frequencies, const Batch& batch);

// x (N, H, width), N a multiple of M -> the same shape and type.
at::Tensor rotate(const at::Tensor& x, const RotaryAngles& angles);

}  // namespace trainyard
