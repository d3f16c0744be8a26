// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/trained_adapter.h"

#include <cmath>
#include <utility>
#include <vector>

#include <ATen/core/grad_mode.h>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kA = ".lora_A.weight", kB = ".lora_B.weight";

double number_of(const Map& map, const char* key) {
  return get<double>(map, key, static_cast<double>(get<std::int64_t>(map, key)));
}

// Rejects options that change the product in a way that is not supported.
Result<void> check_plain(const Map& config, const fs::path& path) {
  for (const char* key : {"use_dora", "use_qalora", "lora_bias"})
    if (get<bool>(config, key))
      return adapter_error("adapter.not_merged", {{"file", path.string()}, {"key", key}});
  for (const char* key : {"rank_pattern", "alpha_pattern", "layer_replication"}) {
    const Value* value = find(config, key);
    const Map* map = value ? value->get_if<Map>() : nullptr;
    if (value && !value->is_null() && !(map && map->empty()))
      return adapter_error("adapter.not_merged", {{"file", path.string()}, {"key", key}});
  }
  return {};
}

Result<void> read_config(const fs::path& folder, TrainedAdapter& adapter) {
  const fs::path path = folder / kAdapterConfig;
  const auto unreadable = adapter_error("adapter.unreadable", {{"file", path.string()}});
  auto text = read_file(path, 16u << 20);
  auto json = text ? parse_json(*text) : Result<Value>(text.error());
  const Map* config = json ? json->get_if<Map>() : nullptr;
  if (!config || get<std::string>(*config, "peft_type") != "LORA") return unreadable;
  adapter.alpha = number_of(*config, "lora_alpha");
  if (!std::isfinite(adapter.alpha) || adapter.alpha <= 0) return unreadable;
  adapter.use_rslora = get<bool>(*config, "use_rslora");
  adapter.fan_in_fan_out = get<bool>(*config, "fan_in_fan_out");
  adapter.base = get<std::string>(*config, "base_model_name_or_path");
  return check_plain(*config, path);
}

Result<void> read_tensors(const fs::path& folder, TrainedAdapter& adapter) {
  TRY(const WeightFolder file, WeightFolder::open_file(adapter_file(folder)));
  for (const std::string& stored : file.names()) {
    TRY(const at::Tensor tensor, file.load(stored));
    std::string name = stored;
    if (name.starts_with(kAdapterPrefix)) name.erase(0, kAdapterPrefix.size());
    const bool is_a = name.ends_with(kA);
    if (!is_a && !name.ends_with(kB)) {
      adapter.replaced[name] = tensor;
      continue;
    }
    LowRankPair& pair = adapter.pairs[name.substr(0, name.size() - kA.size()) + ".weight"];
    (is_a ? pair.a : pair.b) = tensor.to(at::kFloat);
  }
  for (const auto& [weight, pair] : adapter.pairs)
    if (!pair.a.defined() || !pair.b.defined() || pair.a.dim() != 2 || pair.b.dim() != 2 ||
        pair.a.size(0) != pair.b.size(1) || pair.a.size(0) == 0)
      return adapter_error("adapter.half", {{"file", adapter_file(folder).string()},
                                            {"module", weight.substr(0, weight.rfind('.'))}});
  return {};
}

}  // namespace

Error adapter_error(const char* code, Map arguments) {
  return make_error(code, std::move(arguments));
}

Result<TrainedAdapter> TrainedAdapter::read(const fs::path& folder) {
  TrainedAdapter adapter;
  TRY(read_config(folder, adapter));
  TRY(read_tensors(folder, adapter));
  return adapter;
}

Result<fs::path> TrainedAdapter::base_folder(const fs::path& given) const {
  const fs::path folder = given.empty() ? fs::path(base) : given;
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return folder;
  return adapter_error("adapter.no_base", {{"base", folder.string()}});
}

at::Tensor TrainedAdapter::added(const LowRankPair& pair, c10::IntArrayRef shape) const {
  std::vector<std::int64_t> own = {pair.b.size(0), pair.a.size(1)};  // (out, in)
  if (fan_in_fan_out) std::swap(own[0], own[1]);
  if (!shape.equals(own)) return {};
  const auto rank = static_cast<double>(pair.a.size(0));
  const at::Tensor product =
      at::mm(pair.b, pair.a).mul_(alpha / (use_rslora ? std::sqrt(rank) : rank));
  return fan_in_fan_out ? product.t() : product;
}

Result<void> TrainedAdapter::merge_into(const fs::path& folder, Parameters& parameters) const {
  const at::NoGradGuard no_grad;
  const auto weight_of = [&](const std::string& name) -> Result<at::Tensor> {
    const at::Tensor weight = parameters.find(name);
    if (weight.defined()) return weight;
    return adapter_error("adapter.no_weight", {{"folder", folder.string()}, {"tensor", name}});
  };
  const auto other_shape = [&](const std::string& name) {
    return adapter_error("adapter.other_shape", {{"file", folder.string()}, {"tensor", name}});
  };
  for (const auto& [name, pair] : pairs) {
    TRY(const at::Tensor weight, weight_of(name));
    const at::Tensor difference = added(pair, weight.sizes());
    if (!difference.defined()) return other_shape(name);
    weight.copy_(weight.to(at::kFloat).add(difference.to(weight.device())));
  }
  for (const auto& [name, tensor] : replaced) {
    TRY(const at::Tensor weight, weight_of(name));
    if (!weight.sizes().equals(tensor.sizes())) return other_shape(name);
    weight.copy_(tensor);
  }
  return {};
}

}  // namespace trainyard
