// SPDX-License-Identifier: GPL-3.0-or-later
// Low-rank adapters as folders of peft: adapter_config.json and adapter_model.safetensors, or the
// same in torch's own format, adapter_model.bin.
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

// Of a checkpoint with adapters: what holds the model's config.json.
inline constexpr const char* kModelConfigFolder = "training";

bool is_adapter_folder(const std::filesystem::path& folder);
// The one of the two that is there.
std::filesystem::path adapter_file(const std::filesystem::path& folder);

// What is trained of a table with adapters, under peft's names, sharing the parameters' memory.
NamedTensors adapter_weights(const Parameters& parameters);

// adapter_config.json as peft 0.21 writes it, without what is null or empty there. `base` is the
// folder of the model, which peft loads by this name.
Map adapter_config(const LoraSection& lora, const Model& model, const ParameterTable& table,
                   TaskKind task, const std::filesystem::path& base);

// Fills what is trained. Returns the names of tensors that there is no use for. Errors (exit code
// 7) as of WeightFolder.
Result<std::vector<std::string>> load_adapter(const std::filesystem::path& folder,
                                              Parameters& parameters);

}  // namespace trainyard
