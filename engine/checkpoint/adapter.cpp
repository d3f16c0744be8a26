// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter.h"

#include <cmath>
#include <set>

#include "engine/model/adapters.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Value task_type(TaskKind task) {
  const std::string_view type = traits_of(task).peft_type;
  return type.empty() ? Value() : Value(std::string(type));
}

// Without a task type, peft finds the model's class through this.
Value auto_mapping(const Map& config) {
  const List architectures = get<List>(config, "architectures");
  const auto type = get<std::string>(config, "model_type");
  if (architectures.empty()) return {};
  return Map{{"base_model_class", architectures.front()},
             {"parent_library", "transformers.models." + type + ".modeling_" + type}};
}

Value list_or_null(const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return List(names.begin(), names.end());
}

Value number(double value) {
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  return is_whole ? Value(static_cast<std::int64_t>(value)) : Value(value);
}

std::string name_in_folder(const ParameterSpec& spec) {
  return std::string(kAdapterPrefix) + spec.name;
}

}  // namespace

bool is_adapter_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(adapter_file(folder), ignored);
}

fs::path adapter_file(const fs::path& folder) {
  std::error_code ignored;
  const fs::path older = folder / "adapter_model.bin", file = folder / kAdapterWeights;
  return !fs::exists(file, ignored) && fs::exists(older, ignored) ? older : file;
}

NamedTensors adapter_weights(const ParameterTable& table, const NamedTensors& weights) {
  NamedTensors tensors;
  auto weight = weights.begin();
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters) {
      if (spec.trainable) tensors.emplace_back(name_in_folder(spec), weight->second);
      ++weight;
    }
  return tensors;
}

Map adapter_config(const LoraSection& lora, const Model& model, const ParameterTable& table,
                   TaskKind task, const fs::path& base) {
  const Value type = task_type(task);
  return {{"auto_mapping", type.is_null() ? auto_mapping(model.config()) : Value()},
          {"base_model_name_or_path", base.string()},
          {"bias", "none"},
          {"fan_in_fan_out", model.adapter_defaults().fan_in_fan_out},
          {"inference_mode", true},
          {"init_lora_weights", true},
          {"lora_alpha", number(lora.alpha)},
          {"lora_dropout", lora.dropout},
          {"modules_to_save", list_or_null(saved_modules(table))},
          {"peft_type", "LORA"},
          {"peft_version", "0.21.2"},
          {"r", lora.rank.value_or(0)},
          {"revision", Value()},
          {"target_modules", list_or_null(target_modules(table))},
          {"task_type", type},
          {"use_dora", false},
          {"use_rslora", lora.use_rslora}};
}

Result<std::vector<std::string>> load_adapter(const fs::path& folder, Parameters& parameters) {
  TRY(const WeightFolder weights, WeightFolder::open_file(adapter_file(folder)));
  const std::vector<std::string> there = weights.names();
  std::set<std::string> left(there.begin(), there.end());
  for (std::size_t l = 0; l < parameters.layers().size(); ++l)
    for (std::size_t i = 0; i < parameters.layers()[l].parameters.size(); ++i) {
      const ParameterSpec& spec = parameters.table()[l].parameters[i];
      if (!spec.trainable) continue;
      TRY(read_parameter(weights, name_in_folder(spec), parameters, l, i));
      left.erase(name_in_folder(spec));
    }
  return std::vector<std::string>(left.begin(), left.end());
}

}  // namespace trainyard
