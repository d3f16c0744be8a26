// SPDX-License-Identifier: GPL-3.0-or-later
// Gemma 3's text model (Gemma Team, 2025) with the names and values of transformers'
// Gemma3ForCausalLM.
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/model/architecture.h"
#include "engine/model/decoder.h"

namespace trainyard {

namespace {

constexpr double kGlobalTheta = 1e6, kLocalTheta = 1e4;

// `rope_parameters` has both kinds of layers; older checkpoints have rope_theta and rope_scaling
// for the global ones and rope_local_base_freq for the sliding ones.
void read_rotaries(const Map& map, ConfigReader& reader, DecoderConfig& config) {
  const std::int64_t positions = config.max_position_embeddings;
  const Map both = get<Map>(map, "rope_parameters");
  if (!both.empty()) {
    for (const auto& [layers, settings] : both)
      if (!settings.is_null() && !settings.get_if<Map>())
        return reader.fail("model.config_object", "rope_parameters." + layers);
    config.rotary = read_rotary({{"rope_parameters", get<Map>(both, "full_attention")}},
                                kGlobalTheta, positions, reader);
    config.sliding_rotary = read_rotary({{"rope_parameters", get<Map>(both, "sliding_attention")}},
                                        kLocalTheta, positions, reader);
    return;
  }
  config.rotary = read_rotary(map, kGlobalTheta, positions, reader);
  config.sliding_rotary = RotarySettings{.theta = kLocalTheta};
  reader.read("rope_local_base_freq", config.sliding_rotary->theta, {.minimum = 1e-6});
}

// Every sixth layer has global attention, unless config.json says otherwise.
Result<void> read_layers(const Map& map, ConfigReader& reader, DecoderConfig& config) {
  std::int64_t pattern = 6;
  reader.read("sliding_window_pattern", pattern, {.minimum = 1});
  if (reader.error()) return *reader.error();
  config.is_sliding = all_but_every(pattern, config);
  return read_layer_types(map, config);
}

Result<std::unique_ptr<Model>> make_gemma3(const Map& map, HeadKind head) {
  const DecoderConfig defaults{.vocab_size = 262208,
                               .hidden_size = 2304,
                               .intermediate_size = 9216,
                               .num_hidden_layers = 26,
                               .num_attention_heads = 8,
                               .num_key_value_heads = 4,
                               .head_dim = 256,
                               .max_position_embeddings = 131072,
                               .tie_word_embeddings = true,
                               .has_qk_norm = true,
                               .has_post_norms = true,
                               .has_offset_norms = true,
                               .has_gelu = true,
                               .pad_token_id = 0,
                               .sliding_window = 4096};
  Map common = map;  // the rotary settings are read here
  std::erase_if(common, [](const auto& entry) { return entry.first.starts_with("rope_"); });
  TRY(DecoderConfig config, read_decoder_config(common, "gemma3_text", defaults));
  ConfigReader reader(map);
  read_attention_bias(reader, config);
  reader.read("sliding_window", config.sliding_window, {.minimum = 1});
  double scalar = 256.0;
  reader.read("query_pre_attn_scalar", scalar, {.minimum = 1e-6});
  config.query_scale = 1.0 / std::sqrt(scalar);
  config.embedding_scale = static_cast<float>(std::sqrt(static_cast<double>(config.hidden_size)));
  for (const char* key :
       {"final_logit_softcapping", "attn_logit_softcapping", "use_bidirectional_attention"}) {
    const Value* value = find(map, key);
    if (value && !value->is_null() && *value != Value(false))
      reader.fail("model.config_not_executed", key);
  }
  read_rotaries(map, reader, config);
  TRY(read_layers(map, reader, config));
  if (head == HeadKind::token_classification)
    return make_error("model.no_such_head",
                      {{"kind", "gemma3"}, {"head", "Gemma3ForTokenClassification"}});
  const bool classifies = head == HeadKind::sequence_classification;
  return make_decoder(config, map, {"gemma3_text", classifies ? "Gemma3Text" : "Gemma3"}, head);
}

}  // namespace

Architecture gemma3_architecture() {
  Architecture architecture{
      "gemma3",
      decoder_config_keys({"hidden_activation", "attention_bias", "query_pre_attn_scalar",
                           "sliding_window", "sliding_window_pattern", "layer_types",
                           "rope_local_base_freq", "final_logit_softcapping",
                           "attn_logit_softcapping", "use_bidirectional_attention"}),
      make_gemma3};
  std::erase(architecture.config_keys, "hidden_act");  // transformers reads hidden_activation
  return architecture;
}

}  // namespace trainyard
