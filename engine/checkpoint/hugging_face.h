// The part of a checkpoint that transformers' from_pretrained reads: weights, configuration, tokenizer.
#pragma once

#include <filesystem>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/parameters.h"

namespace trainyard {

// config.json of a folder. Errors (exit code 7): not there, or no JSON object.
Result<Map> read_model_config(const std::filesystem::path& folder);

// Writes model.safetensors and config.json into an existing folder and copies the tokenizer's files and
// generation_config.json from `tokenizer_folder`, as far as they are there.
Result<void> write_model_folder(const std::filesystem::path& folder, const Parameters& parameters, const Map& config,
                                const std::filesystem::path& tokenizer_folder);

// The same from a folder that has these files: what `engine export` does. `to` must not exist; it appears whole or not.
Result<void> copy_model_folder(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace trainyard
