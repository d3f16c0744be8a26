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
    if (!config_.has_gelu && can_multiply_gates(y.device(), maps[0].weight->compute.scalar_type()))
      if (const at::Tensor both = joined_linear(y, maps); both.defined()) return silu_product(both);
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

}  // namespace trainyard
