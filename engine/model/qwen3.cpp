// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen3 (Yang et al., 2025) with the names and values of transformers' Qwen3ForCausalLM.
#include "engine/model/architecture.h"
#include "engine/model/decoder.h"

namespace trainyard {

namespace {

Result<std::unique_ptr<Model>> make_qwen3(const Map& map, HeadKind head) {
  const DecoderConfig defaults{.vocab_size = 151936,
                               .intermediate_size = 22016,
                               .head_dim = 128,
                               .max_position_embeddings = 32768,
                               .has_qk_norm = true};
  TRY(DecoderConfig config, read_decoder_config(map, "qwen3", defaults));
  ConfigReader reader(map);
  read_attention_bias(reader, config);
  if (reader.error()) return *reader.error();
  TRY(read_sliding_layers(map, config));
  return make_decoder(config, map, {"qwen3", "Qwen3"}, head);
}

}  // namespace

Architecture qwen3_architecture() {
  std::vector<std::string> own = sliding_layer_keys();
  own.push_back("attention_bias");
  return {"qwen3", decoder_config_keys(own), make_qwen3};
}

}  // namespace trainyard
