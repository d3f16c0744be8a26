// SPDX-License-Identifier: GPL-3.0-or-later
// The decoder architecture of Llama and most models after it: RMSNorm before each half of a layer,
// rotary position embeddings, grouped-query attention, a gated feed-forward. The source files of
// its architectures (llama.cpp, qwen2.cpp, qwen3.cpp, gemma3.cpp, smollm3.cpp) describe how they
// differ.
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
  std::int64_t num_key_value_heads = 0;  // 0: num_attention_heads
  std::int64_t head_dim = 0;             // 0: hidden_size / num_attention_heads
  std::int64_t max_position_embeddings = 2048;
  double rms_norm_eps = 1e-6;
  double initializer_range = 0.02;
  double attention_dropout = 0.0;
  bool tie_word_embeddings = false;
  bool has_qkv_bias = false, has_output_bias = false, has_mlp_bias = false;
  bool has_qk_norm = false;        // RMSNorm on each head of queries and keys, before the rotation
  bool has_post_norms = false;     // RMSNorm also on the outputs of attention and feed-forward
  bool has_offset_norms = false;   // norms multiply by 1 + weight
  bool has_gelu = false;           // the gate's activation is GELU (tanh approximation), else SiLU
  double embedding_scale = 1.0;    // embeddings are multiplied by it
  std::int64_t pad_token_id = -1;  // -1: none
  double query_scale = 0.0;        // factor of the attention scores; 0: 1 / sqrt(head_dim)
  // Layers that attend only to the last `sliding_window` tokens.
  std::vector<bool> is_sliding;
  std::int64_t sliding_window = 0;
  std::vector<bool> is_rotated;  // layers without rotation have no position information; empty: all
                                 // are rotated
  RotarySettings rotary;
  std::optional<RotarySettings> sliding_rotary;  // of sliding layers, if different
  HeadKind head = HeadKind::language_modeling;
  Classifier classifier;  // for classification only

  bool is_language_model() const { return head == HeadKind::language_modeling; }
};

// Reads what the architectures have in common into `config`, whose values are the defaults; `type`
// is config.json's model_type.
Result<DecoderConfig> read_decoder_config(const Map& map, const std::string& type,
                                          DecoderConfig config);

// Reads whether attention has biases: on all projections or on none.
void read_attention_bias(ConfigReader& reader, DecoderConfig& config);

// Reads from `layer_types` which layers use a sliding window; without it `config` is unchanged.
Result<void> read_layer_types(const Map& map, DecoderConfig& config);
// For a model without a window. Error: layer_types names layers that have one.
Result<void> check_no_sliding_layers(const Map& map, DecoderConfig config);
// Reads the same from Qwen's configuration keys.
Result<void> read_sliding_layers(const Map& map, DecoderConfig& config);
// Returns one entry per layer: false for each `interval`-th.
std::vector<bool> all_but_every(std::int64_t interval, const DecoderConfig& config);
// The error for a list in config.json whose length is not the number of layers.
Error wrong_layer_list(const char* key, std::size_t found, const DecoderConfig& config);

// Layers "embedding", "layers.0" ..., "final" (norm, and the head unless it is tied).
ParameterTable decoder_table(const DecoderConfig& config);

// transformers' names for a family: model_type and the prefix of its class names.
struct DecoderNames {
  std::string type, prefix;
};

// `map` is kept for Model::config() and completed with the names. Errors: invalid settings of the
// classifier.
Result<std::unique_ptr<Model>> make_decoder(DecoderConfig config, const Map& map,
                                            const DecoderNames& names, HeadKind head);

// Keys of config.json: `own` plus those common to all decoders; those of read_sliding_layers().
std::vector<std::string> decoder_config_keys(std::vector<std::string> own);
std::vector<std::string> sliding_layer_keys();

}  // namespace trainyard
