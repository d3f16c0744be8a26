// SPDX-License-Identifier: GPL-3.0-or-later
// SmolLM3 (Hugging Face, 2025) with the names and values of transformers' SmolLM3ForCausalLM: Llama
// with some layers that have no rotary embedding.
#include "engine/model/architecture.h"
#include "engine/model/decoder.h"

namespace trainyard {

namespace {

// Every fourth layer has no rotary embedding, unless config.json says otherwise (1: rotated).
Result<void> read_rotated_layers(const Map& map, ConfigReader& reader, DecoderConfig& config) {
  std::int64_t interval = 4;
  reader.read("no_rope_layer_interval", interval, {.minimum = 1});
  if (reader.error()) return *reader.error();
  const List given = get<List>(map, "no_rope_layers");
  config.is_rotated = all_but_every(interval, config);
  if (given.empty()) return {};
  if (given.size() != config.is_rotated.size())
    return wrong_layer_list("no_rope_layers", given.size(), config);
  for (std::size_t i = 0; i < given.size(); ++i)
    config.is_rotated[i] = given[i] != Value(std::int64_t{0});
  return {};
}

Result<std::unique_ptr<Model>> make_smollm3(const Map& map, HeadKind head) {
  const DecoderConfig defaults{.vocab_size = 128256,
                               .hidden_size = 2048,
                               .num_hidden_layers = 36,
                               .num_attention_heads = 16,
                               .num_key_value_heads = 4,
                               .max_position_embeddings = 32768,
                               .tie_word_embeddings = true,
                               .pad_token_id = 128004,
                               .rotary = {.theta = 2e6}};
  TRY(DecoderConfig config, read_decoder_config(map, "smollm3", defaults));
  ConfigReader reader(map);
  read_attention_bias(reader, config);
  reader.read("mlp_bias", config.has_mlp_bias);
  TRY(read_rotated_layers(map, reader, config));
  bool has_window = false;
  reader.read("use_sliding_window", has_window);
  if (has_window) {
    reader.read("sliding_window", config.sliding_window, {.minimum = 1});
    config.is_sliding = config.is_rotated;
    config.is_sliding.flip();
    TRY(read_layer_types(map, config));
  } else {
    TRY(check_no_sliding_layers(map, config));
  }
  if (reader.error()) return *reader.error();
  return make_decoder(config, map, {"smollm3", "SmolLM3"}, head);
}

}  // namespace

Architecture smollm3_architecture() {
  return {
      "smollm3",
      decoder_config_keys({"attention_bias", "mlp_bias", "no_rope_layers", "no_rope_layer_interval",
                           "use_sliding_window", "sliding_window", "layer_types"}),
      make_smollm3};
}

}  // namespace trainyard
