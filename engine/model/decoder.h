// SPDX-License-Identifier: GPL-3.0-or-later
// The decoder that Llama and most after it are: RMSNorm before each half of a layer, rotary
// positions, heads of keys and values that serve several of queries, a gated feed-forward. Its
// architectures (llama.cpp, qwen2.cpp, qwen3.cpp, gemma3.cpp, smollm3.cpp) say how theirs differs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/classifier.h"
#include "engine/model/model.h"
#include "engine/model/rotary.h"

namespace trainyard {

struct DecoderConfig {
  std::int64_t vocab_size = 32000;
  std::int64_t hidden_size = 4096;
  std::int64_t intermediate_size = 11008;
  std::int64_t num_hidden_layers = 32;
  std::int64_t num_attention_heads = 32;
  std::int64_t num_key_value_heads = 0;  // 0: as many as of queries
  std::int64_t head_dim = 0;             // 0: hidden_size / num_attention_heads
  std::int64_t max_position_embeddings = 2048;
  double rms_norm_eps = 1e-6;
  double initializer_range = 0.02;
  double attention_dropout = 0.0;
  bool tie_word_embeddings = false;
  bool has_qkv_bias = false, has_output_bias = false, has_mlp_bias = false;
  bool has_qk_norm = false;        // RMSNorm of each head of queries and keys, before the rotation
  bool has_post_norms = false;     // RMSNorm also of what attention and feed-forward add
  bool has_offset_norms = false;   // norms multiply by 1 + weight
  bool has_gelu = false;           // the gate's activation is GELU (its tanh form), else SiLU
  double embedding_scale = 1.0;    // embeddings are multiplied by it
  std::int64_t pad_token_id = -1;  // -1: none
  double query_scale = 0.0;        // attention scores are; 0: 1 / sqrt(head_dim)
  // Layers that see only the last `sliding_window` tokens.
  std::vector<bool> is_sliding;
  std::int64_t sliding_window = 0;
  std::vector<bool> is_rotated;  // layers without rotation know no positions; empty: all are
  RotarySettings rotary;
  std::optional<RotarySettings> sliding_rotary;  // of sliding layers, where it is another
  HeadKind head = HeadKind::language_modeling;
  Classifier classifier;  // where it classifies

  bool is_language_model() const { return head == HeadKind::language_modeling; }
};

// Reads what the architectures have in common into `config`, whose values are the defaults; `type`
// is config.json's model_type.
Result<DecoderConfig> read_decoder_config(const Map& map, const std::string& type,
                                          DecoderConfig config);

// Biases of attention, all or none, where config.json says so.
void read_attention_bias(ConfigReader& reader, DecoderConfig& config);

// Which layers see a window only: those of `layer_types`; without it the config stays as it is.
Result<void> read_layer_types(const Map& map, DecoderConfig& config);
// The same as Qwen's config.json says it.
Result<void> read_sliding_layers(const Map& map, DecoderConfig& config);
// One entry a layer: false for each `interval`-th.
std::vector<bool> all_but_every(std::int64_t interval, const DecoderConfig& config);
// A list of config.json that has not one entry a layer.
Error wrong_layer_list(const char* key, std::size_t found, const DecoderConfig& config);

// Layers "embedding", "layers.0" ..., "final" (norm, and the head when it is not tied).
ParameterTable decoder_table(const DecoderConfig& config);

// How transformers calls a family: model_type, and what its classes' names begin with.
struct DecoderNames {
  std::string type, prefix;
};

// `map` is kept for Model::config(), completed by the names. Errors: the classifier's settings.
Result<std::unique_ptr<Model>> make_decoder(DecoderConfig config, const Map& map,
                                            const DecoderNames& names, HeadKind head);

// Keys of config.json: `own` and what all of them have; those of read_sliding_layers().
std::vector<std::string> decoder_config_keys(std::vector<std::string> own);
std::vector<std::string> sliding_layer_keys();

}  // namespace trainyard
