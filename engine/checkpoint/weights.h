// SPDX-License-Identifier: GPL-3.0-or-later
// Weights between Hugging Face folders and a model's parameters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>

#include "engine/checkpoint/safetensors.h"
#include "engine/contract/result.h"
#include "engine/model/model.h"

namespace trainyard {

// Where the tensors of a file lie, safetensors' or torch's (.bin).
Result<SafetensorsHeader> read_weights_header(const std::filesystem::path& file);

// Where the tensors of a folder lie: model.safetensors, or the files that
// model.safetensors.index.json names; else pytorch_model.bin in the same ways. Errors (exit code
// 7): none is there, a damaged file, an index that names what a file does not hold.
class WeightFolder {
 public:
  static Result<WeightFolder> open(const std::filesystem::path& folder);
  static Result<WeightFolder> open_file(const std::filesystem::path& file);
  static Result<WeightFolder> open_shards(const std::filesystem::path& folder,
                                          const std::filesystem::path& index);
  ~WeightFolder();
  WeightFolder(WeightFolder&&) noexcept;

  std::vector<std::string> names() const;

  // In the order of their names.
  std::vector<std::filesystem::path> files() const;

  std::int64_t bytes_of(const std::string& name) const;  // a tensor's

  // Copies the tensor `name` into `target`, converting F16, BF16, F32 and F64 to the target's type;
  // bytes (U8) go into bytes only.
  // Errors: absent, or another shape ("checkpoint.other_model").
  Result<void> read(const std::string& name, const at::Tensor& target) const;
  // The same of a tensor whose first dimension may be smaller than the target's: what is left
  // becomes the mean of what is there.
  Result<void> read_grown(const std::string& name, const at::Tensor& target) const;
  // What read() would find wrong with a tensor of this shape, or of one whose first extent is less
  // when it `grows`.
  Result<void> check(const std::string& name, const std::vector<std::int64_t>& shape,
                     bool grows) const;
  // The tensor as it is in the file.
  Result<at::Tensor> load(const std::string& name) const;

 private:
  struct Content;
  explicit WeightFolder(std::unique_ptr<Content> content);
  Result<at::Tensor> load(const std::string& name, bool are_bytes) const;
  std::unique_ptr<Content> content_;
};

// The type of tensors of this dtype; Undefined for those that are not read.
at::ScalarType scalar_type(const std::string& dtype);

// Names of tensors of a folder that the model has no use for, `unused_endings` aside, and of
// parameters of a head for the task at hand that the folder does not have.
struct LoadedWeights {
  std::vector<std::string> unused, missing;
};

// Asked after each tensor; "no" ends the reading ("model.reading_stopped", exit code 75).
using ReadProgress = std::function<bool(std::int64_t done_bytes, std::int64_t total_bytes)>;

// Fills every parameter but those missing and those of adapters; folders that leave out the base
// prefix are read too. Of a parameter with `grown_vocabulary` rows (0: none) the folder may have
// fewer: the others become the mean of those, as transformers' resize_token_embeddings has it.
Result<LoadedWeights> load_weights(const std::filesystem::path& folder, Parameters& parameters,
                                   const WeightNames& names, std::int64_t grown_vocabulary = 0,
                                   const ReadProgress& progress = nullptr);

// What load_weights() would refuse, from the files' headers alone; parameters of a head for the
// task may be other ones. `grows`: of the first extent there may be less.
Result<void> check_weights(const std::filesystem::path& folder, const ParameterTable& table,
                           const WeightNames& names, bool grows);

// Whether a folder holds another head than the one that it is tied to by its configuration:
// transformers then does not tie them. Errors: those of reading.
Result<bool> has_other_head(const std::filesystem::path& folder, const WeightNames& names);

// The parameters under their names, sharing their memory.
NamedTensors named_weights(const Parameters& parameters);

// As transformers' save_pretrained: model.safetensors, or, for more than `most_bytes`, files of at
// most so many (a larger tensor has one of its own) and model.safetensors.index.json.
Result<void> save_weights(const std::filesystem::path& folder, const NamedTensors& tensors,
                          std::int64_t most_bytes);

// A file as transformers writes model.safetensors (metadata "format": "pt"). fp32, bf16, int64 or
// bytes.
Result<void> save_tensors(const std::filesystem::path& file, const NamedTensors& tensors);

}  // namespace trainyard
