// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen2 and Qwen2.5 (Yang et al., 2024) with the names and values of transformers'
// Qwen2ForCausalLM.
#include "engine/model/architecture.h"
#include "engine/model/decoder.h"

namespace trainyard {

namespace {

Result<std::unique_ptr<Model>> make_qwen2(const Map& map, HeadKind head) {
  const DecoderConfig defaults{.vocab_size = 151936,
                               .intermediate_size = 22016,
                               .max_position_embeddings = 32768,
                               .has_qkv_bias = true};
  TRY(DecoderConfig config, read_decoder_config(map, "qwen2", defaults));
  TRY(read_sliding_layers(map, config));
  return make_decoder(config, map, {"qwen2", "Qwen2"}, head);
}

}  // namespace

Architecture qwen2_architecture() {
  return {"qwen2", decoder_config_keys(sliding_layer_keys()), make_qwen2};
}

}  // namespace trainyard
