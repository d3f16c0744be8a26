// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/adapters.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

constexpr std::string_view kWeight = ".weight", kAllLinear = "all-linear";
constexpr std::string_view kAdapterA = ".lora_A.weight", kAdapterB = ".lora_B.weight";

std::string module_of(const ParameterSpec& weight) {
  return weight.name.substr(0, weight.name.size() - kWeight.size());
}

// The last part of its name.
std::string short_name(const std::string& module) { return module.substr(module.rfind('.') + 1); }

bool is_matrix(const ParameterSpec& spec) {
  return spec.shape.size() == 2 && spec.name.ends_with(kWeight) && !is_adapter(spec.name);
}

bool chooses(std::string_view target, const std::string& module) {
  return target == kAllLinear || target == module || module.ends_with("." + std::string(target));
}

// "bert.pooler.dense.weight" -> "pooler": the part after the base model's name, or the first part.
std::string saved_module(const std::string& name) {
  const std::size_t first = name.find('.'), second = name.find('.', first + 1);
  return second == std::string::npos ? name.substr(0, first)
                                     : name.substr(first + 1, second - first - 1);
}

void add_adapter(LayerSpec& layer, std::size_t weight, const LoraSection& lora,
                 bool fan_in_fan_out) {
  const std::vector<std::int64_t>& shape = layer.parameters[weight].shape;
  const std::int64_t in = shape[fan_in_fan_out ? 0 : 1], out = shape[fan_in_fan_out ? 1 : 0];
  const auto rank = static_cast<double>(*lora.rank);
  const std::size_t next = layer.parameters.size();
  const std::string module = module_of(layer.parameters[weight]);
  layer.parameters[weight].adapter = {
      next, next + 1, lora.alpha / (lora.use_rslora ? std::sqrt(rank) : rank), lora.dropout};
  layer.parameters.push_back({module + std::string(kAdapterA),
                              {*lora.rank, in},
                              Initialization::uniform,
                              1.0 / std::sqrt(static_cast<double>(in)),
                              true});
  layer.parameters.push_back(
      {module + std::string(kAdapterB), {out, *lora.rank}, Initialization::zeros, 0.0, true});
}

Error no_module(const std::string& target, const ParameterTable& table) {
  std::vector<std::string> known;
  for (std::size_t l = 1; l + 1 < table.size(); ++l)
    for (const ParameterSpec& spec : table[l].parameters) {
      if (!is_matrix(spec)) continue;
      const std::string name = short_name(module_of(spec));
      if (std::ranges::find(known, name) == known.end()) known.push_back(name);
    }
  return make_error("lora.no_module", {{"module", target}, {"known", comma_list(known)}});
}

}  // namespace

bool is_adapter(std::string_view parameter) {
  return parameter.ends_with(kAdapterA) || parameter.ends_with(kAdapterB);
}

Result<ParameterTable> trained_table(const Model& model, const LoraSection& lora) {
  ParameterTable table = model.table();
  if (!lora.rank) return table;
  const AdapterDefaults defaults = model.adapter_defaults();
  std::vector<std::string> targets = lora.target_modules;
  if (targets.empty()) targets.assign(defaults.targets.begin(), defaults.targets.end());
  for (LayerSpec& layer : table)
    for (ParameterSpec& spec : layer.parameters) spec.trainable = spec.is_of_task;
  std::set<std::string> used;
  for (std::size_t l = 1; l + 1 < table.size(); ++l)
    for (std::size_t i = 0, count = table[l].parameters.size(); i < count; ++i) {
      if (!is_matrix(table[l].parameters[i])) continue;
      const std::string module = module_of(table[l].parameters[i]);
      bool is_chosen = false;
      for (const std::string& target : targets)
        if (chooses(target, module)) {
          used.insert(target);
          is_chosen = true;
        }
      if (is_chosen) add_adapter(table[l], i, lora, defaults.fan_in_fan_out);
    }
  for (const std::string& target : targets)
    if (!used.contains(target)) return no_module(target, model.table());
  return table;
}

std::vector<std::string> target_modules(const ParameterTable& table) {
  std::vector<std::string> whole;
  std::set<std::string> chosen, others;
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters) {
      if (!is_matrix(spec)) continue;
      const std::string module = module_of(spec);
      if (spec.adapter) whole.push_back(module);
      (spec.adapter ? chosen : others).insert(short_name(module));
    }
  if (std::ranges::any_of(chosen, [&](const auto& name) { return others.contains(name); }))
    return whole;
  return {chosen.begin(), chosen.end()};
}

std::vector<std::string> saved_modules(const ParameterTable& table) {
  std::set<std::string> saved;
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters)
      if (spec.is_of_task) saved.insert(saved_module(spec.name));
  return {saved.begin(), saved.end()};
}

}  // namespace trainyard
