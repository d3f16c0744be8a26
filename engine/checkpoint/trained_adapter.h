// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of peft as it is applied to a model: what `engine export --merge`, `evaluate` and
// `predict` read.
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

// What adapter_config.json and adapter_model.safetensors say. Errors have exit code 7.
struct TrainedAdapter {
  double alpha = 0.0;
  bool use_rslora = false, fan_in_fan_out = false;
  std::string base;
  std::map<std::string, LowRankPair> pairs;    // by the weight's name
  std::map<std::string, at::Tensor> replaced;  // weights of modules that were trained whole

  static Result<TrainedAdapter> read(const std::filesystem::path& folder);

  // The folder of the model that it belongs to: `given`, else the one that it names.
  Result<std::filesystem::path> base_folder(const std::filesystem::path& given = {}) const;

  // What is added to a weight of this shape; undefined where it is another.
  at::Tensor added(const LowRankPair& pair, c10::IntArrayRef shape) const;

  // Makes it a part of the parameters, which are the model's. `folder` is the model's, for errors.
  Result<void> merge_into(const std::filesystem::path& folder, Parameters& parameters) const;
};

Error adapter_error(const char* code, Map arguments);

}  // namespace trainyard
