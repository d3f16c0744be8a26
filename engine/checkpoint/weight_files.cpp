// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/weight_files.h"

#include <cstdio>
#include <utility>

#include "engine/checkpoint/safetensors.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"

namespace trainyard {

namespace fs = std::filesystem;

const char* dtype_of(at::ScalarType type) {
  switch (type) {
    case at::kLong:
      return "I64";
    case at::kByte:
      return "U8";
    case at::kBFloat16:
      return "BF16";
    default:
      return "F32";
  }
}

Result<void> save_tensors(const fs::path& file, const NamedTensors& tensors) {
  std::vector<TensorBytes> bytes;
  std::vector<at::Tensor> kept;
  for (const auto& [name, tensor] : tensors) {
    kept.push_back(tensor.detach().cpu().contiguous());
    bytes.push_back(
        {name, dtype_of(tensor.scalar_type()), tensor.sizes().vec(), kept.back().const_data_ptr()});
  }
  return write_safetensors(file, bytes, {{"format", "pt"}});
}

std::vector<WeightFile> weight_files(const NamedTensors& tensors, std::int64_t max_bytes) {
  std::vector<WeightFile> files(1);
  std::int64_t bytes = 0;
  for (const auto& [name, tensor] : tensors) {
    const auto size = static_cast<std::int64_t>(tensor.nbytes());
    if (bytes > 0 && bytes + size > max_bytes) {
      files.emplace_back();
      bytes = 0;
    }
    files.back().tensors.emplace_back(name, tensor);
    bytes += size;
  }
  if (files.size() == 1) files.front().name = "model.safetensors";
  for (std::size_t i = 0; i < files.size() && files.size() > 1; ++i) {
    char name[96];
    std::snprintf(name, sizeof name, "model-%05zu-of-%05zu.safetensors", i + 1, files.size());
    files[i].name = name;
  }
  return files;
}

std::int64_t rank_of_file(std::size_t file, std::size_t num_files, std::int64_t num_ranks) {
  const auto count = static_cast<std::int64_t>(num_files), index = static_cast<std::int64_t>(file);
  return count >= num_ranks ? index % num_ranks : index * num_ranks / count;
}

Result<void> save_weight_files(const fs::path& folder, const std::vector<WeightFile>& files) {
  for (const WeightFile& file : files) {
    if (!file.has_values()) continue;
    TRY(save_tensors(folder / file.name, file.tensors));
  }
  return {};
}

Result<void> save_weight_index(const fs::path& folder, const std::vector<WeightFile>& files) {
  if (files.size() == 1) return {};
  Map weight_map;
  std::int64_t total = 0;
  for (const WeightFile& file : files)
    for (const auto& [name, tensor] : file.tensors) {
      weight_map.emplace_back(name, file.name);
      total += static_cast<std::int64_t>(tensor.nbytes());
    }
  const Map index = {{"metadata", Map{{"total_size", total}}}, {"weight_map", weight_map}};
  return write_file_atomically(folder / "model.safetensors.index.json",
                               to_json(Value(index)) + "\n");
}

Result<void> save_weights(const fs::path& folder, const NamedTensors& tensors,
                          std::int64_t max_bytes) {
  const std::vector<WeightFile> files = weight_files(tensors, max_bytes);
  TRY(save_weight_files(folder, files));
  return save_weight_index(folder, files);
}

}  // namespace trainyard
