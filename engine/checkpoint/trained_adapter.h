// SPDX-License-Identifier: GPL-3.0-or-later
// A peft folder as applied to a model: read by `engine export --merge`, `evaluate` and `predict`.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <ATen/ATen.h>

#include "engine/contract/result.h"
#include "engine/model/parameters.h"

namespace trainyard {

struct LowRankPair {
  at::Tensor a, b;  // (r, in), (out, r), fp32
};

// The content of adapter_config.json and adapter_model.safetensors. Errors have exit code 7.
struct TrainedAdapter {
  double alpha = 0.0;
  bool use_rslora = false, fan_in_fan_out = false;
  std::string base;
  std::map<std::string, LowRankPair> pairs;    // by weight name
  std::map<std::string, at::Tensor> replaced;  // weights of fully trained modules

  static Result<TrainedAdapter> read(const std::filesystem::path& folder);

  // Returns the folder of its base model: `given`, else the one that it names.
  Result<std::filesystem::path> base_folder(const std::filesystem::path& given = {}) const;

  // Returns what is added to a weight of this shape; undefined if the shapes do not match.
  at::Tensor added(const LowRankPair& pair, c10::IntArrayRef shape) const;

  // Merges it into the model's parameters. `folder` is the model's, for errors.
  Result<void> merge_into(const std::filesystem::path& folder, Parameters& parameters) const;
};

Error adapter_error(const char* code, Map arguments);

}  // namespace trainyard
