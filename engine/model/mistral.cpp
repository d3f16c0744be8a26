// SPDX-License-Identifier: GPL-3.0-or-later
// Mistral 7B and its later versions (Jiang et al., 2023) with the names and values of
// transformers' MistralForCausalLM: Llama with grouped queries, whose layers all attend to a window
// unless `sliding_window` is null.
#include "engine/model/architecture.h"
#include "engine/model/decoder.h"

namespace trainyard {

namespace {

Result<std::unique_ptr<Model>> make_mistral(const Map& map, HeadKind head) {
  const DecoderConfig defaults{.intermediate_size = 14336,
                               .num_key_value_heads = 8,
                               .max_position_embeddings = 131072,
                               .sliding_window = 4096};
  TRY(DecoderConfig config, read_decoder_config(map, "mistral", defaults));
  ConfigReader reader(map);
  reader.read("sliding_window", config.sliding_window, {.minimum = 1});
  if (reader.error()) return *reader.error();
  const Value* window = find(map, "sliding_window");
  if (!window || !window->is_null())
    config.is_sliding.assign(static_cast<std::size_t>(config.num_hidden_layers), true);
  return make_decoder(config, map, {"mistral", "Mistral"}, head);
}

}  // namespace

Architecture mistral_architecture() {
  return {"mistral", decoder_config_keys({"sliding_window"}), make_mistral};
}

}  // namespace trainyard
