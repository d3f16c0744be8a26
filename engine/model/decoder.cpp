// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/decoder.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/model/attention.h"
#include "engine/model/dropout.h"
#include "engine/model/fused_activations.h"
#include "engine/model/joined_linear.h"
#include "engine/model/layer_functions.h"
#include "engine/model/neftune.h"
#include "engine/model/residual.h"
#include "engine/model/table.h"

namespace trainyard {

namespace {

// Indices of a layer's parameters, in the table's order.
enum Part : std::size_t {
  kQuery,
  kKey,
  kValue,
  kOutput,
  kGate,
  kUp,
  kDown,  // weight decay applies up to here
  kInputNorm,
  kAddedAttentionNorm,
  kFeedForwardNorm,
  kAddedFeedForwardNorm,
  kQueryNorm,
  kKeyNorm,
  kQueryBias,
  kKeyBias,
  kValueBias,
  kOutputBias,
  kGateBias,
  kUpBias,
  kDownBias,
  kNumParts
};

struct PartSpec {
  std::string name;
  std::vector<std::int64_t> shape;
  bool is_there = true;
};

std::array<PartSpec, kNumParts> parts_of(const DecoderConfig& c) {
  const std::int64_t queries = c.num_attention_heads * c.head_dim,
                     keys = c.num_key_value_heads * c.head_dim, width = c.hidden_size,
                     inner = c.intermediate_size;
  return {
      {{"self_attn.q_proj.weight", {queries, width}},
       {"self_attn.k_proj.weight", {keys, width}},
       {"self_attn.v_proj.weight", {keys, width}},
       {"self_attn.o_proj.weight", {width, queries}},
       {"mlp.gate_proj.weight", {inner, width}},
       {"mlp.up_proj.weight", {inner, width}},
       {"mlp.down_proj.weight", {width, inner}},
       {"input_layernorm.weight", {width}},
       {"post_attention_layernorm.weight", {width}, c.has_post_norms},
       {c.has_post_norms ? "pre_feedforward_layernorm.weight" : "post_attention_layernorm.weight",
        {width}},
       {"post_feedforward_layernorm.weight", {width}, c.has_post_norms},
       {"self_attn.q_norm.weight", {c.head_dim}, c.has_qk_norm},
       {"self_attn.k_norm.weight", {c.head_dim}, c.has_qk_norm},
       {"self_attn.q_proj.bias", {queries}, c.has_qkv_bias},
       {"self_attn.k_proj.bias", {keys}, c.has_qkv_bias},
       {"self_attn.v_proj.bias", {keys}, c.has_qkv_bias},
       {"self_attn.o_proj.bias", {width}, c.has_output_bias},
       {"mlp.gate_proj.bias", {inner}, c.has_mlp_bias},
       {"mlp.up_proj.bias", {inner}, c.has_mlp_bias},
       {"mlp.down_proj.bias", {width}, c.has_mlp_bias}}};
}

class Decoder final : public Model {
 public:
  Decoder(const DecoderConfig& config, Map map)
      : config_(config),
        map_(std::move(map)),
        table_(decoder_table(config)),
        norm_{.kind = kernels::Norm::rms,
              .epsilon = config.rms_norm_eps,
              .has_offset = config.has_offset_norms},
        rotary_(config.rotary, config.head_dim) {
    if (config.sliding_rotary) sliding_rotary_ = Rotary(*config.sliding_rotary, config.head_dim);
    const auto parts = parts_of(config);
    std::size_t next = 0;
    for (std::size_t part = 0; part < kNumParts; ++part)
      place_[part] = parts[part].is_there ? next++ : kAbsent;
  }

  const ParameterTable& table() const override { return table_; }
  std::int64_t vocab_size() const override { return config_.vocab_size; }
  std::int64_t max_positions() const override {
    return std::max(config_.max_position_embeddings, config_.rotary.longest());
  }
  Map config() const override { return map_; }
  WeightNames weight_names() const override {
    WeightNames names{"model.", {"lm_head.weight", ".rotary_emb.inv_freq"}};
    if (!has_own_head()) names.tied = {{"lm_head.weight", "model.embed_tokens.weight"}};
    return names;
  }

  std::vector<at::Tensor> shared(const Batch& batch) const override {
    const RotaryAngles angles = rotary_.angles(batch);
    if (!config_.sliding_rotary) return {angles.cos, angles.sin};
    const RotaryAngles sliding = sliding_rotary_.angles(batch);
    return {angles.cos, angles.sin, sliding.cos, sliding.sin};
  }

  at::Tensor embed(const LayerParameters& parameters, const Context& context) const override {
    const at::Tensor x =
        embedding(context.batch.input_ids, parameters.parameters[0], config_.pad_token_id);
    const at::Tensor scaled = config_.embedding_scale == 1.0 ? x : x * config_.embedding_scale;
    return with_neftune_noise(scaled, context).flatten(0, 1);
  }

  at::Tensor layer(std::int64_t index, const at::Tensor& x, const LayerParameters& parameters,
                   const Context& context) const override {
    const auto project = [&](const at::Tensor& y, Part weight, Part bias) {
      return linear(y, *find(parameters, weight), find(parameters, bias), context);
    };
    const auto added = [&](const at::Tensor& y, Part norm_weight) {
      const Parameter* weight = find(parameters, norm_weight);
      return weight ? norm(y, *weight) : y;
    };
    at::Tensor y = normalized(x, {find(parameters, kInputNorm)}, norm_, NormFor::products);
    y = attend(y, index, parameters, context);  // (B*T, H*D)
    const SumAndNorm middle =
        add_and_normalize(x, {added(project(y, kOutput, kOutputBias), kAddedAttentionNorm)},
                          {find(parameters, kFeedForwardNorm)}, norm_, NormFor::products, context);
    y = gated(middle.normalized, parameters, context);  // (B*T, I)
    return add_branch(middle.sum, {added(project(y, kDown, kDownBias), kAddedFeedForwardNorm)},
                      context);
  }

  at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                    const Context& context) const override {
    const at::Tensor y =
        normalized(x, {&parameters.parameters[has_own_head() ? 1 : 0]}, norm_, NormFor::sums);
    return dropout(y, config_.classifier.dropout, context, {config_.num_hidden_layers, 0});
  }

  Head head(const Parameters& parameters) const override {
    const std::vector<LayerParameters>& layers = parameters.layers();
    if (!has_own_head()) return {layers.front().parameters[0], {}};
    const std::vector<Parameter>& last = layers.back().parameters;
    if (config_.head == HeadKind::token_classification) return {last[0], last[2]};
    return {last[0], {}};
  }

 private:
  static constexpr std::size_t kAbsent = kNumParts;

  bool has_own_head() const { return !config_.is_language_model() || !config_.tie_word_embeddings; }

  // Null if the architecture has none.
  const Parameter* find(const LayerParameters& parameters, Part part) const {
    return place_[part] == kAbsent ? nullptr : &parameters.parameters[place_[part]];
  }

  LinearMap map_of(const LayerParameters& parameters, Part weight, Part bias) const {
    return {find(parameters, weight), find(parameters, bias)};
  }

  // Of what is not summed before.
  at::Tensor norm(const at::Tensor& x, const Parameter& weight) const {
    return normalized(x.to(at::kFloat), {&weight}, norm_, NormFor::sums);
  }

  // y (B*T, C) -> (B*T, I)
  at::Tensor gated(const at::Tensor& y, const LayerParameters& parameters,
                   const Context& context) const {
    const std::vector<LinearMap> maps = {map_of(parameters, kGate, kGateBias),
                                         map_of(parameters, kUp, kUpBias)};
    if (!config_.has_gelu)
      if (const at::Tensor both = joined_linear(y, maps);
          both.defined() && can_multiply_gates(both))
        return silu_product(both);
    const std::vector<at::Tensor> inner = linears(y, maps, context);
    return (config_.has_gelu ? at::gelu(inner[0], "tanh") : at::silu(inner[0])) * inner[1];
  }

  bool is_sliding(std::int64_t layer) const {
    return !config_.is_sliding.empty() && config_.is_sliding[static_cast<std::size_t>(layer)];
  }

  bool is_rotated(std::int64_t layer) const {
    return config_.is_rotated.empty() || config_.is_rotated[static_cast<std::size_t>(layer)];
  }

  // y (B*T, C) -> (B*T, H*D)
  at::Tensor attend(const at::Tensor& y, std::int64_t index, const LayerParameters& parameters,
                    const Context& context) const {
    const std::vector<at::Tensor> qkv =
        linears(y,
                {map_of(parameters, kQuery, kQueryBias), map_of(parameters, kKey, kKeyBias),
                 map_of(parameters, kValue, kValueBias)},
                context);
    // (B*T, heads, D)
    const auto heads_of = [&](std::size_t which, std::int64_t heads) {
      return qkv[which].view({y.size(0), heads, config_.head_dim});
    };
    const auto in_rows = [&](const at::Tensor& heads) {
      return heads.view({context.rows(), context.length(), heads.size(1), config_.head_dim})
          .transpose(1, 2);
    };
    const std::size_t first = config_.sliding_rotary && is_sliding(index) ? 2 : 0;
    const RotaryAngles angles{context.shared[first], context.shared[first + 1]};
    const at::Tensor v = heads_of(2, config_.num_key_value_heads);
    const auto with_norm = [&](const at::Tensor& heads, Part norm_weight) {
      const Parameter* weight = find(parameters, norm_weight);
      return weight ? norm(heads, *weight) : heads;
    };
    RotatedHeads turned{with_norm(heads_of(0, config_.num_attention_heads), kQueryNorm),
                        with_norm(heads_of(1, config_.num_key_value_heads), kKeyNorm)};
    if (is_rotated(index)) turned = rotate(turned.query, turned.key, angles);
    const at::Tensor q = in_rows(turned.query.to(v.scalar_type())),
                     k = in_rows(turned.key.to(v.scalar_type()));
    return attention(
        q, k, in_rows(v),
        {.window = is_sliding(index) ? config_.sliding_window : 0,
         .scale = config_.query_scale > 0 ? config_.query_scale
                                          : 1.0 / std::sqrt(static_cast<double>(config_.head_dim)),
         .dropout = config_.attention_dropout,
         .place = {index, 0}},
        context);
  }

  DecoderConfig config_;
  Map map_;
  ParameterTable table_;
  NormSettings norm_;
  Rotary rotary_, sliding_rotary_;
  std::array<std::size_t, kNumParts> place_{};
};

}  // namespace

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

ParameterTable decoder_table(const DecoderConfig& c) {
  const TableEntries entries{c.initializer_range};
  const auto norm = [&](const std::string& name, std::int64_t size) {
    return c.has_offset_norms ? entries.zeros(name, size) : entries.ones(name, size);
  };
  ParameterTable table;
  table.push_back(
      {"embedding", {entries.weight("model.embed_tokens.weight", {c.vocab_size, c.hidden_size})}});
  for (std::int64_t l = 0; l < c.num_hidden_layers; ++l) {
    const std::string prefix = "model.layers." + std::to_string(l) + ".";
    LayerSpec layer{"layers." + std::to_string(l), {}};
    for (const PartSpec& part : parts_of(c)) {
      if (!part.is_there) continue;
      const std::string name = prefix + part.name;
      layer.parameters.push_back(part.shape.size() == 2        ? entries.weight(name, part.shape)
                                 : part.name.ends_with("bias") ? entries.zeros(name, part.shape[0])
                                                               : norm(name, part.shape[0]));
    }
    table.push_back(std::move(layer));
  }
  LayerSpec last{"final", {}};
  if (!c.is_language_model())
    last.parameters.push_back(
        of_task(entries.weight("score.weight", {c.classifier.num_labels, c.hidden_size})));
  else if (!c.tie_word_embeddings)
    last.parameters.push_back(entries.weight("lm_head.weight", {c.vocab_size, c.hidden_size}));
  last.parameters.push_back(norm("model.norm.weight", c.hidden_size));
  if (c.head == HeadKind::token_classification)
    last.parameters.push_back(of_task(entries.zeros("score.bias", c.classifier.num_labels)));
  table.push_back(std::move(last));
  return table;
}

Result<std::unique_ptr<Model>> make_decoder(DecoderConfig config, const Map& map,
                                            const DecoderNames& names, HeadKind head) {
  config.head = head;
  // The default of transformers' GenericForTokenClassification; sequence classifiers have no
  // dropout.
  constexpr double kTokenClassifierDropout = 0.1;
  TRY(config.classifier, read_classifier(map, kTokenClassifierDropout));
  if (head != HeadKind::token_classification) config.classifier.dropout = 0.0;
  const std::string architecture =
      architecture_with(names.prefix, head, names.prefix + "ForCausalLM");
  return std::unique_ptr<Model>(
      std::make_unique<Decoder>(config, named_config(map, names.type, architecture)));
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
