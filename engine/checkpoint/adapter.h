// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters in peft's format: adapter_config.json and adapter_model.safetensors, or torch's
// own format, adapter_model.bin.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/checkpoint/weights.h"
#include "engine/contract/experiment/lora.h"
#include "engine/contract/experiment/task.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"

namespace trainyard {

inline constexpr const char* kAdapterWeights = "adapter_model.safetensors";
inline constexpr const char* kAdapterConfig = "adapter_config.json";
inline constexpr std::string_view kAdapterPrefix = "base_model.model.";  // of the tensors' names

// The subfolder with the model's config.json in a checkpoint with adapters.
inline constexpr const char* kModelConfigFolder = "training";

bool is_adapter_folder(const std::filesystem::path& folder);
// Returns whichever of the two weight files exists.
std::filesystem::path adapter_file(const std::filesystem::path& folder);

// Returns the trained parameters among `weights`, which are those of a table with adapters in its
// order, under peft's names.
NamedTensors adapter_weights(const ParameterTable& table, const NamedTensors& weights);

// Returns adapter_config.json as written by peft 0.21, without keys that are null or empty there.
// `base` is the folder of the model, which peft loads by this name.
Map adapter_config(const LoraSection& lora, const Model& model, const ParameterTable& table,
                   TaskKind task, const std::filesystem::path& base);

// Loads the trained parameters. Returns the names of unused tensors. Errors (exit code 7) as for
// WeightFolder.
Result<std::vector<std::string>> load_adapter(const std::filesystem::path& folder,
                                              Parameters& parameters);

}  // namespace trainyard
