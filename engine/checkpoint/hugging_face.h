// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a checkpoint that transformers' from_pretrained reads: weights, configuration,
// tokenizer.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "engine/checkpoint/weight_files.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Reads a folder's config.json. Errors (exit code 7): missing (as with adapters), or not a JSON
// object.
Result<Map> read_model_config(const std::filesystem::path& folder);

// Folders from which further files are copied, if they exist; empty: none.
struct AuxiliaryFiles {
  std::filesystem::path tokenizer;   // the tokenizer's files
  std::filesystem::path generation;  // generation_config.json
  // A token that also ends generation, in addition to those in generation_config.json.
  std::optional<std::int64_t> end_id = std::nullopt;
};

// The content of a model's folder.
struct ModelContent {
  NamedTensors weights;
  // adapter_config.json: the weights are those of adapters, and the folder is in peft's format,
  // without config.json (with one, transformers would take it for a complete model).
  std::optional<Map> adapter = {};
  std::int64_t max_bytes_per_file = 5'000'000'000;  // of weights
  Map config;
  AuxiliaryFiles auxiliary;
  // Of a rank that is not the first of those that write the folder: nothing else is written.
  bool has_only_weights = false;
};

// The files of its weights.
std::vector<WeightFile> weight_files(const ModelContent& content);

// Writes weights and configuration into an existing folder and copies the auxiliary files to it.
Result<void> write_model_folder(const std::filesystem::path& folder, const ModelContent& content);

// Copies these files from an existing folder, for `engine export`. `to` must not exist; it is
// created atomically.
Result<void> copy_model_folder(const std::filesystem::path& from, const std::filesystem::path& to);

// Creates the folder `to`, which must not exist, atomically: `fill` writes into the temporary
// folder that it is given.
Result<void> make_folder_whole(
    const std::filesystem::path& to,
    const std::function<Result<void>(const std::filesystem::path&)>& fill);

// Copy to `to`, a new file, durably; and the auxiliary files of a folder, if they exist.
Result<void> copy_file_durably(const std::filesystem::path& from, const std::filesystem::path& to);
Result<void> copy_auxiliary_files(const AuxiliaryFiles& from, const std::filesystem::path& to);

}  // namespace trainyard
