#include "engine/model/model.h"

#include <algorithm>

#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"
#include "engine/model/config_reader.h"
#include "engine/model/gpt2.h"

namespace trainyard {

namespace {

const std::vector<std::string>& gpt2_keys() {
  static const std::vector<std::string> keys = {"vocab_size",
                                                "n_positions",
                                                "n_ctx",
                                                "n_embd",
                                                "n_layer",
                                                "n_head",
                                                "n_inner",
                                                "activation_function",
                                                "resid_pdrop",
                                                "embd_pdrop",
                                                "attn_pdrop",
                                                "layer_norm_epsilon",
                                                "initializer_range",
                                                "summary_type",
                                                "summary_use_proj",
                                                "summary_activation",
                                                "summary_proj_to_labels",
                                                "summary_first_dropout",
                                                "scale_attn_weights",
                                                "use_cache",
                                                "bos_token_id",
                                                "eos_token_id",
                                                "pad_token_id",
                                                "scale_attn_by_inverse_layer_idx",
                                                "reorder_and_upcast_attn",
                                                "add_cross_attention",
                                                "tie_word_embeddings",
                                                "hidden_size",
                                                "max_position_embeddings",
                                                "num_attention_heads",
                                                "num_hidden_layers",
                                                "task_specific_params"};
  return keys;
}

Error unknown_override(const std::string& kind, const std::string& key) {
  Map arguments = {{"key", key}, {"kind", kind}};
  const auto meant = nearest(key, gpt2_keys());
  if (!meant) return make_error("model.override", std::move(arguments));
  arguments.emplace_back("nearest", *meant);
  return make_error("model.override_near", std::move(arguments));
}

Error unknown_kind(const std::string& kind) { return make_error("model.kind", {{"kind", kind}}); }

}  // namespace

Result<Map> apply_overrides(const std::string& kind, const Map& config, const Map& overrides) {
  if (kind != "gpt2") return unknown_kind(kind);
  Map merged = config;
  for (const auto& [key, value] : overrides) {
    const std::vector<std::string>& keys = gpt2_keys();
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) return unknown_override(kind, key);
    const auto present = std::find_if(merged.begin(), merged.end(),
                                      [&](const auto& entry) { return entry.first == key; });
    if (present == merged.end())
      merged.emplace_back(key, value);
    else
      present->second = value;
  }
  return merged;
}

Result<std::unique_ptr<Model>> make_model(const std::string& kind, const Map& config) {
  if (kind == "gpt2") return make_gpt2(config);
  return unknown_kind(kind);
}

}  // namespace trainyard
