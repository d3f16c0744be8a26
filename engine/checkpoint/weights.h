// SPDX-License-Identifier: GPL-3.0-or-later
// Loads weights from Hugging Face folders into a model's parameters.
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

// Returns the locations of the tensors in a file, of safetensors or torch (.bin).
Result<SafetensorsHeader> read_weights_header(const std::filesystem::path& file);

// The locations of the tensors in a folder: model.safetensors, or the files named by
// model.safetensors.index.json; else pytorch_model.bin in the same way. Errors (exit code 7): none
// of these exists, a damaged file, an index entry that its file does not contain.
class WeightFolder {
 public:
  static Result<WeightFolder> open(const std::filesystem::path& folder);
  static Result<WeightFolder> open_file(const std::filesystem::path& file);
  static Result<WeightFolder> open_shards(const std::filesystem::path& folder,
                                          const std::filesystem::path& index);
  ~WeightFolder();
  WeightFolder(WeightFolder&&) noexcept;

  std::vector<std::string> names() const;

  // What was opened: a folder or a file.
  const std::filesystem::path& origin() const;
  // Ordered by name.
  std::vector<std::filesystem::path> files() const;

  std::int64_t bytes_of(const std::string& name) const;  // size of a tensor

  // Copies the tensor `name` into `target`, converting F16, BF16, F32 and F64 to the target's type;
  // bytes (U8) only into bytes. Errors: missing, or a different shape ("checkpoint.other_model").
  Result<void> read(const std::string& name, const at::Tensor& target) const;
  // The same of as many elements as the target has, from `begin` on in row-major order, of a tensor
  // of this shape.
  Result<void> read_range(const std::string& name, const std::vector<std::int64_t>& shape,
                          std::int64_t begin, const at::Tensor& target) const;
  // The same for a tensor whose first dimension may be smaller than the target's: the remaining
  // rows are set to the mean of the existing ones.
  Result<void> read_grown(const std::string& name, const at::Tensor& target) const;
  // Checks what read() would for a tensor of this shape, or one whose first dimension may be
  // smaller if it `grows`.
  Result<void> check(const std::string& name, const std::vector<std::int64_t>& shape,
                     bool grows) const;
  // Returns the tensor as stored in the file.
  Result<at::Tensor> load(const std::string& name) const;

 private:
  struct Content;
  explicit WeightFolder(std::unique_ptr<Content> content);
  Error no_tensor(const std::string& name) const;
  std::unique_ptr<Content> content_;
};

// "checkpoint.other_model": the tensor of this file or folder has another shape.
Error other_shape(const std::filesystem::path& path, const std::string& name,
                  c10::IntArrayRef found, c10::IntArrayRef expected);

// Reads the tensor `name` into a parameter of the table, as far as this rank has it; `grows` as in
// check(). Errors: those of WeightFolder::read() and of check_finite().
Result<void> read_parameter(const WeightFolder& folder, const std::string& name,
                            Parameters& parameters, std::size_t layer, std::size_t index,
                            bool grows = false);

// The tensor type for this dtype; Undefined if it is not supported.
at::ScalarType scalar_type(const std::string& dtype);

// The names of unused tensors in a folder, except `unused_endings`, and of task-specific head
// parameters that the folder does not have.
struct LoadedWeights {
  std::vector<std::string> unused, missing;
};

// Called after each tensor; false stops reading ("model.reading_stopped", exit code 75).
using ReadProgress = std::function<bool(std::int64_t done_bytes, std::int64_t total_bytes)>;

// Loads every parameter except missing ones and those of adapters; of those that ranks share out
// only what this rank owns, so that values have to be gathered. Also reads folders without the base
// prefix. A parameter with `grown_vocabulary` rows (0: none) may have fewer in the folder: the
// others are set to their mean, like transformers' resize_token_embeddings. A value that is not
// finite, from which no training comes back, is an error ("checkpoint.not_finite").
Result<LoadedWeights> load_weights(const std::filesystem::path& folder, Parameters& parameters,
                                   const WeightNames& names, std::int64_t grown_vocabulary = 0,
                                   const ReadProgress& progress = nullptr);

// Checks what load_weights() would reject, using only the files' headers; task-specific head
// parameters may differ. `grows`: the first dimension may be smaller.
Result<void> check_weights(const std::filesystem::path& folder, const ParameterTable& table,
                           const WeightNames& names, bool grows);

// Identifies the weights of a folder without reading all of them: the size of each file and what is
// at its beginning and end, which another training of the same model changes. Errors: those of
// opening.
Result<std::string> weights_digest(const std::filesystem::path& folder);

// Whether a folder contains a head that differs from the weight it is tied to by its configuration;
// transformers does not tie them then. Errors: those of reading.
Result<bool> has_other_head(const std::filesystem::path& folder, const WeightNames& names);

// Returns the parameters under their names, sharing their memory.
NamedTensors named_weights(const Parameters& parameters);

}  // namespace trainyard
