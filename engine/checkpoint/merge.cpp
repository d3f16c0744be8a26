// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/merge.h"

#include <map>
#include <vector>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/hugging_face.h"
#include "engine/checkpoint/safetensors.h"
#include "engine/checkpoint/trained_adapter.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr const char* kIndex = "model.safetensors.index.json";

// A tensor of the base model, or one that is added.
struct MergedTensor {
  std::string name, dtype;
  at::Tensor bytes;  // uint8
  std::vector<std::int64_t> shape;
};

at::Tensor as_bytes(const at::Tensor& tensor) {
  return tensor.contiguous().reshape({-1}).view(at::kByte);
}

// pytorch_model-00001-of-00002.bin becomes model-00001-of-00002.safetensors.
std::string safetensors_name(const fs::path& file) {
  constexpr std::string_view kOlder = "pytorch_";
  if (file.extension() != ".bin") return file.filename().string();
  std::string stem = file.stem().string();
  if (stem.starts_with(kOlder)) stem.erase(0, kOlder.size());
  return stem + ".safetensors";
}

class Merging {
 public:
  Merging(TrainedAdapter adapter, fs::path base, fs::path to, const MergeProgress& progress)
      : adapter_(std::move(adapter)),
        base_(std::move(base)),
        to_(std::move(to)),
        progress_(progress) {}

  Result<void> run() {
    TRY(const WeightFolder weights, WeightFolder::open(base_));
    TRY(match(weights.names()));
    std::map<fs::path, SafetensorsHeader> files;
    for (const fs::path& file : weights.files()) {
      TRY(files[file], read_weights_header(file));
      for (const TensorEntry& entry : files[file].tensors)
        total_ += static_cast<double>(entry.end - entry.begin);
    }
    std::size_t left = files.size();
    for (const auto& [file, header] : files) {
      TRY(write(file, header, --left == 0));
    }
    if (fs::exists(to_ / "model.safetensors")) return {};
    const Map index = {{"metadata", Map{{"total_size", static_cast<std::int64_t>(written_)}}},
                       {"weight_map", weight_map_}};
    return write_file_atomically(to_ / kIndex, to_json(Value(index)) + "\n");
  }

 private:
  // Finds the base's name for each of the adapter's: the same, or without as few as possible of its
  // first parts, which checkpoints of the bare model leave out.
  Result<void> match(const std::vector<std::string>& there) {
    const auto name_there = [&](const std::string& name) {
      const std::string* longest = nullptr;
      for (const std::string& own : there)
        if ((own == name || name.ends_with("." + own)) &&
            (!longest || own.size() > longest->size()))
          longest = &own;
      return longest;
    };
    for (const auto& [name, pair] : adapter_.pairs) {
      const std::string* found = name_there(name);
      if (!found)
        return adapter_error("adapter.no_weight", {{"folder", base_.string()}, {"tensor", name}});
      pairs_[*found] = &pair;
    }
    for (const auto& [name, tensor] : adapter_.replaced) {
      const std::string* found = name_there(name);
      (found ? replaced_[*found] : new_[name]) = tensor;
    }
    return {};
  }

  Result<MergedTensor> merged(const fs::path& file, const SafetensorsHeader& header,
                              const TensorEntry& entry) const {
    MergedTensor result{entry.name, entry.dtype, {}, entry.shape};
    const auto replaced = replaced_.find(entry.name);
    if (replaced != replaced_.end()) {
      const at::ScalarType type = scalar_type(entry.dtype);
      if (type == at::ScalarType::Undefined || !replaced->second.is_floating_point())
        return wrong(file, "checkpoint.number_format",
                     {{"tensor", entry.name}, {"dtype", entry.dtype}});
      result.shape = replaced->second.sizes().vec();
      result.bytes = as_bytes(replaced->second.to(type));
      return result;
    }
    result.bytes = at::empty({static_cast<std::int64_t>(entry.end - entry.begin)}, at::kByte);
    TRY(read_tensor_bytes(file, header, entry, result.bytes.mutable_data_ptr()));
    const auto pair = pairs_.find(entry.name);
    if (pair == pairs_.end()) return result;
    const at::ScalarType type = scalar_type(entry.dtype);
    if (type == at::ScalarType::Undefined || type == at::kLong)
      return wrong(file, "checkpoint.number_format",
                   {{"tensor", entry.name}, {"dtype", entry.dtype}});
    const at::Tensor added = adapter_.added(*pair->second, entry.shape);
    if (!added.defined()) return wrong(file, "adapter.other_shape", {{"tensor", entry.name}});
    const at::Tensor weight = result.bytes.view(type).view(entry.shape);
    const at::ScalarType exact = type == at::kDouble ? at::kDouble : at::kFloat;
    result.bytes = as_bytes(weight.to(exact).add(added).to(type));
    return result;
  }

  static Error wrong(const fs::path& file, const char* code, Map arguments) {
    arguments.emplace_back("file", file.string());
    return adapter_error(code, std::move(arguments));
  }

  Result<void> write(const fs::path& file, const SafetensorsHeader& header, bool is_last) {
    std::vector<MergedTensor> tensors;
    for (const TensorEntry& entry : header.tensors) {
      TRY(tensors.emplace_back(), merged(file, header, entry));
      done_ += static_cast<double>(entry.end - entry.begin);
      if (!progress_(done_, total_)) return make_error("adapter.stopped", {});
    }
    if (is_last)
      for (const auto& [name, tensor] : new_) {
        const at::Tensor value = tensor.to(at::kFloat);
        tensors.push_back({name, "F32", as_bytes(value), value.sizes().vec()});
      }
    const std::string name = safetensors_name(file);
    auto metadata = header.metadata;
    metadata.emplace("format", "pt");  // required by transformers
    std::vector<TensorBytes> bytes;
    for (const MergedTensor& tensor : tensors) {
      bytes.push_back({tensor.name, tensor.dtype, tensor.shape, tensor.bytes.const_data_ptr()});
      weight_map_.emplace_back(tensor.name, name);
      written_ += static_cast<double>(tensor.bytes.numel());
    }
    return write_safetensors(to_ / name, bytes, metadata);
  }

  const TrainedAdapter adapter_;
  const fs::path base_, to_;
  const MergeProgress& progress_;
  std::map<std::string, const LowRankPair*> pairs_;  // the same by the base's names
  std::map<std::string, at::Tensor> replaced_;
  std::map<std::string, at::Tensor> new_;
  Map weight_map_;
  double done_ = 0, total_ = 0, written_ = 0;  // in bytes
};

// The adapter's own config.json if it has more information than the base's: what a head predicts.
Result<void> write_config(const fs::path& adapter, const fs::path& base, bool has_own_modules,
                          const fs::path& to) {
  if (!has_own_modules) return copy_file_durably(base / "config.json", to / "config.json");
  TRY(Map config, read_model_config(adapter / kModelConfigFolder));
  TRY(const Map before, read_model_config(base));
  for (const char* key : {"dtype", "torch_dtype"})
    if (const Value* type = find(before, key)) {
      std::erase_if(config, [](const auto& entry) { return entry.first == "dtype"; });
      config.emplace_back("dtype", *type);
    }
  return write_file_atomically(to / "config.json", to_json(Value(config)) + "\n");
}

}  // namespace

Result<void> merge_adapter(const fs::path& adapter, const fs::path& base, const fs::path& to,
                           const MergeProgress& progress) {
  TRY(TrainedAdapter trained, TrainedAdapter::read(adapter));
  TRY(const fs::path model, trained.base_folder(base));
  const bool has_own_modules = !trained.replaced.empty();
  return make_folder_whole(to, [&](const fs::path& folder) -> Result<void> {
    TRY(Merging(std::move(trained), model, folder, progress).run());
    TRY(write_config(adapter, model, has_own_modules, folder));
    return copy_auxiliary_files({adapter, model}, folder);
  });
}

}  // namespace trainyard
