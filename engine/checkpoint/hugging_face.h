// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a checkpoint that transformers' from_pretrained reads: weights, configuration,
// tokenizer.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "engine/checkpoint/weights.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// config.json of a folder. Errors (exit code 7): not there (adapters have none), or no JSON object.
Result<Map> read_model_config(const std::filesystem::path& folder);

// Folders whose files go with a model, as far as they are there; empty: none.
struct Companions {
  std::filesystem::path tokenizer;   // the tokenizer's files
  std::filesystem::path generation;  // generation_config.json
  // At which generation ends too, beside the tokens that generation_config.json names.
  std::optional<std::int64_t> end_id = std::nullopt;
};

// What goes into the folder of a model.
struct ModelContent {
  NamedTensors weights;
  // adapter_config.json: the weights are those of adapters, and the folder is one of peft, which
  // has no config.json (with one transformers takes it for that of a whole model).
  std::optional<Map> adapter = {};
  std::int64_t most_bytes_per_file = 5'000'000'000;  // of weights
  Map config;
  Companions companions;
};

// Writes weights and their configuration into an existing folder and copies the companions beside
// them.
Result<void> write_model_folder(const std::filesystem::path& folder, const ModelContent& content);

// The same from a folder that has these files: what `engine export` does. `to` must not exist; it
// appears whole or not.
Result<void> copy_model_folder(const std::filesystem::path& from, const std::filesystem::path& to);

// The folder `to`, which must not exist, appears with what `fill` writes into the one it is given,
// or not at all.
Result<void> make_folder_whole(
    const std::filesystem::path& to,
    const std::function<Result<void>(const std::filesystem::path&)>& fill);

// Durable in `to`, a new file; the folder's own files as far as they are there.
Result<void> copy_file_durably(const std::filesystem::path& from, const std::filesystem::path& to);
Result<void> copy_companions(const Companions& from, const std::filesystem::path& to);

}  // namespace trainyard
