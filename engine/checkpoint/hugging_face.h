// The part of a checkpoint that transformers' from_pretrained reads: weights, configuration,
// tokenizer.
#pragma once

#include <filesystem>

#include "engine/checkpoint/weights.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// config.json of a folder. Errors (exit code 7): not there, or no JSON object.
Result<Map> read_model_config(const std::filesystem::path& folder);

// Folders whose files go with a model, as far as they are there; empty: none.
struct Companions {
  std::filesystem::path tokenizer;   // the tokenizer's files
  std::filesystem::path generation;  // generation_config.json
};

// What goes into the folder of a model.
struct ModelContent {
  NamedTensors weights;
  std::int64_t most_bytes_per_file = 5'000'000'000;  // of weights
  Map config;
  Companions companions;
};

// Writes weights and config.json into an existing folder and copies the companions beside them.
Result<void> write_model_folder(const std::filesystem::path& folder, const ModelContent& content);

// The same from a folder that has these files: what `engine export` does. `to` must not exist; it
// appears whole or not.
Result<void> copy_model_folder(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace trainyard
