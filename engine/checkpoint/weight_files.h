// SPDX-License-Identifier: GPL-3.0-or-later
// Saves weights as transformers' save_pretrained does, by one rank or by several, each of which
// writes some of the files. A tensor on the meta device has no values: it stands for one that
// another rank writes, so that all ranks agree on the files without having all tensors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/model/parameters.h"

namespace trainyard {

struct WeightFile {
  std::string name;
  NamedTensors tensors;

  // Whether it is this rank's.
  bool has_values() const { return tensors.empty() || !tensors.front().second.is_meta(); }
};

// model.safetensors or, for more than `max_bytes`, files of at most that size (a larger tensor gets
// its own), which have the tensors in their order.
std::vector<WeightFile> weight_files(const NamedTensors& tensors, std::int64_t max_bytes);

// Which rank writes the file number `file` (from 0) of `num_files`: neighbouring files are spread
// over ranks that are far apart, and so over nodes.
std::int64_t rank_of_file(std::size_t file, std::size_t num_files, std::int64_t num_ranks);

// Writes this rank's files.
Result<void> save_weight_files(const std::filesystem::path& folder,
                               const std::vector<WeightFile>& files);

// Writes model.safetensors.index.json if there are several files.
Result<void> save_weight_index(const std::filesystem::path& folder,
                               const std::vector<WeightFile>& files);

// Writes all of these tensors, and the index.
Result<void> save_weights(const std::filesystem::path& folder, const NamedTensors& tensors,
                          std::int64_t max_bytes);

// Writes a file as transformers does (metadata "format": "pt"). Tensors are fp32, bf16, int64 or
// bytes.
Result<void> save_tensors(const std::filesystem::path& file, const NamedTensors& tensors);

// What such a file calls the type.
const char* dtype_of(at::ScalarType type);

}  // namespace trainyard
