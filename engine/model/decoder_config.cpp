// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the configurations of decoders.
#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/model/decoder.h"

namespace trainyard {

Result<DecoderConfig> read_decoder_config(const Map& map, const std::string& type,
                                          DecoderConfig config) {
  ConfigReader reader(map);
  reader.read_model_type(type);
  reader.read("vocab_size", config.vocab_size, kExtentRange);
  reader.read("hidden_size", config.hidden_size, kExtentRange);
  reader.read("intermediate_size", config.intermediate_size, kExtentRange);
  reader.read("num_hidden_layers", config.num_hidden_layers, kLayersRange);
  reader.read("num_attention_heads", config.num_attention_heads, kExtentRange);
  if (config.num_key_value_heads == 0) config.num_key_value_heads = config.num_attention_heads;
  reader.read("num_key_value_heads", config.num_key_value_heads, kExtentRange);
  const bool follows = config.head_dim == 0 && !find(map, "head_dim");
  if (config.head_dim == 0)
    config.head_dim = config.hidden_size / std::max<std::int64_t>(1, config.num_attention_heads);
  reader.read("head_dim", config.head_dim, {.minimum = 2, .below = kExtentRange.below});
  reader.read("max_position_embeddings", config.max_position_embeddings, kExtentRange);
  reader.read("rms_norm_eps", config.rms_norm_eps, {.minimum = 0});
  reader.read("initializer_range", config.initializer_range, {.minimum = 0});
  reader.read("attention_dropout", config.attention_dropout, {.minimum = 0, .below = 1});
  reader.read("tie_word_embeddings", config.tie_word_embeddings);
  reader.read("pad_token_id", config.pad_token_id, {.minimum = -1});
  const char* key = type == "gemma3_text" ? "hidden_activation" : "hidden_act";
  std::string activation = config.has_gelu ? "gelu_pytorch_tanh" : "silu";
  reader.read(key, activation);
  config.has_gelu = activation == "gelu_pytorch_tanh" || activation == "gelu_new";
  if (!config.has_gelu && activation != "silu" && activation != "swish")
    reader.fail("model.config_activation", key,
                {{"found", activation}, {"known", "silu, gelu_pytorch_tanh"}});
  config.rotary = read_rotary(map, config.rotary.theta, config.max_position_embeddings, reader);
  if (const std::optional<Error>& error = reader.error()) return *error;
  const auto divides = [](const char* key, std::int64_t whole, const char* by, std::int64_t part) {
    return make_error("model.config_heads",
                      {{"key", key}, {"width", whole}, {"by", by}, {"heads", part}});
  };
  if (follows && config.hidden_size % config.num_attention_heads != 0)
    return divides("hidden_size", config.hidden_size, "num_attention_heads",
                   config.num_attention_heads);
  if (config.num_attention_heads % config.num_key_value_heads != 0)
    return divides("num_attention_heads", config.num_attention_heads, "num_key_value_heads",
                   config.num_key_value_heads);
  if (config.head_dim % 2 != 0) return divides("head_dim", config.head_dim, "halves", 2);
  return config;
}

std::vector<std::string> sliding_layer_keys() {
  return {"use_sliding_window", "sliding_window", "max_window_layers", "layer_types"};
}

Result<void> read_sliding_layers(const Map& map, DecoderConfig& config) {
  ConfigReader reader(map);
  bool is_used = false;
  std::int64_t first = 28;
  config.sliding_window = 4096;
  reader.read("use_sliding_window", is_used);
  reader.read("sliding_window", config.sliding_window, {.minimum = 1});
  reader.read("max_window_layers", first, {.minimum = 0});
  if (reader.error()) return *reader.error();
  const Value* window = find(map, "sliding_window");
  if (!is_used || (window && window->is_null())) return check_no_sliding_layers(map, config);
  config.is_sliding.resize(static_cast<std::size_t>(config.num_hidden_layers));
  for (std::size_t i = 0; i < config.is_sliding.size(); ++i)
    config.is_sliding[i] = i >= static_cast<std::size_t>(first);
  return read_layer_types(map, config);
}

void read_attention_bias(ConfigReader& reader, DecoderConfig& config) {
  reader.read("attention_bias", config.has_qkv_bias);
  config.has_output_bias = config.has_qkv_bias;
}

std::vector<bool> all_but_every(std::int64_t interval, const DecoderConfig& config) {
  std::vector<bool> layers;
  for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
    layers.push_back((i + 1) % interval != 0);
  return layers;
}

Error wrong_layer_list(const char* key, std::size_t found, const DecoderConfig& config) {
  return make_error("model.config_layer_types", {{"key", key},
                                                 {"found", static_cast<std::int64_t>(found)},
                                                 {"layers", config.num_hidden_layers}});
}

Result<void> check_no_sliding_layers(const Map& map, DecoderConfig config) {
  TRY(read_layer_types(map, config));
  if (std::ranges::find(config.is_sliding, true) == config.is_sliding.end()) return {};
  return make_error("model.config_no_window", {{"key", "layer_types"}});
}

Result<void> read_layer_types(const Map& map, DecoderConfig& config) {
  const auto num_layers = static_cast<std::size_t>(config.num_hidden_layers);
  const List types = get<List>(map, "layer_types");
  if (types.empty()) return {};
  if (types.size() != num_layers) return wrong_layer_list("layer_types", types.size(), config);
  config.is_sliding.resize(num_layers);
  for (std::size_t i = 0; i < num_layers; ++i)
    config.is_sliding[i] = types[i] == Value("sliding_attention");
  return {};
}

std::vector<std::string> decoder_config_keys(std::vector<std::string> own) {
  static const char* const common[] = {"vocab_size",
                                       "hidden_size",
                                       "intermediate_size",
                                       "num_hidden_layers",
                                       "num_attention_heads",
                                       "num_key_value_heads",
                                       "head_dim",
                                       "hidden_act",
                                       "max_position_embeddings",
                                       "initializer_range",
                                       "rms_norm_eps",
                                       "use_cache",
                                       "pad_token_id",
                                       "bos_token_id",
                                       "eos_token_id",
                                       "tie_word_embeddings",
                                       "rope_theta",
                                       "rope_scaling",
                                       "rope_parameters",
                                       "attention_dropout"};
  own.insert(own.end(), std::begin(common), std::end(common));
  return with_classifier_keys(std::move(own));
}

}  // namespace trainyard
