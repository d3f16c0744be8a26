// SPDX-License-Identifier: GPL-3.0-or-later
// Llama (Touvron et al., 2023; Llama 3, 2024) with the names and values of transformers'
// LlamaForCausalLM.
#include "engine/model/architecture.h"
#include "engine/model/decoder.h"

namespace trainyard {

namespace {

Result<std::unique_ptr<Model>> make_llama(const Map& map, HeadKind head) {
  TRY(DecoderConfig config, read_decoder_config(map, "llama", {}));
  ConfigReader reader(map);
  read_attention_bias(reader, config);
  reader.read("mlp_bias", config.has_mlp_bias);
  if (reader.error()) return *reader.error();
  return make_decoder(config, map, {"llama", "Llama"}, head);
}

}  // namespace

Architecture llama_architecture() {
  return {"llama", decoder_config_keys({"pretraining_tp", "attention_bias", "mlp_bias"}),
          make_llama};
}

}  // namespace trainyard
