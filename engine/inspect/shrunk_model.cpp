// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/shrunk_model.h"

#include <algorithm>
#include <string>

#include "engine/contract/experiment/experiment.h"
#include "engine/task/task.h"

namespace trainyard {

namespace {

constexpr std::int64_t kLayers = 2, kHeads = 2, kWidth = 64;

// A configuration as transformers writes it, in which numbers are lowered.
class ShrunkConfig {
 public:
  explicit ShrunkConfig(Map config) : config_(std::move(config)) {}

  std::int64_t number(const std::string& key, std::int64_t otherwise) const {
    return get<std::int64_t>(config_, key, otherwise);
  }
  void set(const std::string& key, std::int64_t value) {
    remove(key);
    config_.emplace_back(key, value);
  }
  void lower(const std::string& key, std::int64_t most) {
    set(key, std::min(number(key, most), most));
  }
  void remove(const std::string& key) {
    std::erase_if(config_, [&](const auto& entry) { return entry.first == key; });
  }
  // A list of one entry per layer.
  void shorten(const std::string& key) {
    List list = get<List>(config_, key);
    if (list.size() <= kLayers) return;
    list.resize(kLayers);
    remove(key);
    config_.emplace_back(key, std::move(list));
  }
  const Map& map() const { return config_; }

 private:
  Map config_;
};

void shrink_gpt2(ShrunkConfig& config) {
  config.lower("n_layer", kLayers);
  config.set("n_head", kHeads);
  config.set("n_embd", kWidth);
  config.remove("n_inner");  // then four times the width
}

void shrink_bert(ShrunkConfig& config) {
  config.lower("num_hidden_layers", kLayers);
  config.set("num_attention_heads", kHeads);
  config.set("hidden_size", kWidth);
  config.set("intermediate_size", 2 * kWidth);
}

void shrink_mamba(ShrunkConfig& config) {
  config.lower("num_hidden_layers", kLayers);
  config.set("hidden_size", kWidth);
  config.remove("intermediate_size");  // then by `expand`
}

// The heads keep their width, which rotary embeddings depend on.
void shrink_decoder(ShrunkConfig& config) {
  const std::int64_t heads = std::max<std::int64_t>(1, config.number("num_attention_heads", 1));
  const std::int64_t head_width =
      config.number("head_dim", config.number("hidden_size", kWidth) / heads);
  const bool shares_keys = config.number("num_key_value_heads", heads) < heads;
  config.lower("num_hidden_layers", kLayers);
  config.set("head_dim", head_width);
  config.set("num_attention_heads", kHeads);
  config.set("num_key_value_heads", shares_keys ? 1 : kHeads);
  config.set("hidden_size", kWidth);
  config.set("intermediate_size", 2 * kWidth);
  for (const char* key : {"layer_types", "no_rope_layers"}) config.shorten(key);
}

}  // namespace

Result<std::unique_ptr<Model>> shrunk_model(const Experiment& experiment, const Model& model) {
  ShrunkConfig config(model.config());
  switch (experiment.model.kind) {
    case ModelKind::gpt2:
      shrink_gpt2(config);
      break;
    case ModelKind::bert:
      shrink_bert(config);
      break;
    case ModelKind::mamba:
      shrink_mamba(config);
      break;
    default:
      shrink_decoder(config);
  }
  return make_model(std::string(name_of(experiment.model.kind)), config.map(),
                    head_of(experiment.task.kind));
}

}  // namespace trainyard
