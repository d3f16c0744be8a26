// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gpt2.h"

#include <cmath>

#include "engine/model/architecture.h"
#include "engine/model/attention.h"
#include "engine/model/dropout.h"
#include "engine/model/layer_functions.h"
#include "engine/model/neftune.h"
#include "engine/model/residual.h"
#include "engine/model/table.h"

namespace trainyard {

namespace {

// Where a layer applies dropout, besides the embedding.
enum DropoutSite : std::int64_t { kAttention, kAttentionOutput, kFeedForward };

// A block's parameters, in gpt2_table's order.
struct Block {
  const Parameter &c_attn_weight, &c_proj_weight, &c_fc_weight, &mlp_c_proj_weight;
  const Parameter &ln_1_weight, &ln_1_bias, &c_attn_bias, &c_proj_bias, &ln_2_weight, &ln_2_bias,
      &c_fc_bias, &mlp_c_proj_bias;
};

Block block_of(const LayerParameters& layer) {
  const std::vector<Parameter>& p = layer.parameters;
  return {p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11]};
}

class Gpt2 final : public Model {
 public:
  Gpt2(const Gpt2Config& config, Map map)
      : config_(config),
        map_(std::move(map)),
        table_(gpt2_table(config)),
        norm_{.kind = kernels::Norm::layer, .epsilon = config.layer_norm_epsilon} {}

  const ParameterTable& table() const override { return table_; }
  std::int64_t vocab_size() const override { return config_.vocab_size; }
  std::int64_t max_positions() const override { return config_.n_positions; }
  Map config() const override { return map_; }
  WeightNames weight_names() const override {
    WeightNames names{"transformer.", {"lm_head.weight", ".attn.bias", ".attn.masked_bias"}};
    if (!has_own_head()) names.tied = {{"lm_head.weight", "transformer.wte.weight"}};
    return names;
  }
  AdapterDefaults adapter_defaults() const override {
    return {.targets = {"c_attn"}, .fan_in_fan_out = true};
  }

  at::Tensor embed(const LayerParameters& parameters, const Context& context) const override {
    const std::int64_t length = context.length();
    // Given positions restart with each document of a row, which may then be longer.
    TORCH_CHECK(context.batch.positions.defined() || length <= config_.n_positions,
                "a sequence of ", length, " tokens is longer than the model's ",
                config_.n_positions, " positions");
    const Parameter &wte = parameters.parameters[0], &wpe = parameters.parameters[1];
    const at::Tensor places = context.batch.positions.defined()
                                  ? embedding(context.batch.positions, wpe)
                                  : wpe.value.narrow(0, 0, length);  // (B, T, C) or (T, C)
    const at::Tensor x =
        with_neftune_noise(embedding(context.batch.input_ids, wte), context) + places;  // (B, T, C)
    return dropout(x, config_.embd_pdrop, context, {})
        .view({context.rows() * length, config_.n_embd});
  }

  at::Tensor layer(std::int64_t index, const at::Tensor& x, const LayerParameters& parameters,
                   const Context& context) const override {
    const Block p = block_of(parameters);
    at::Tensor y = normalized(x, {&p.ln_1_weight, &p.ln_1_bias}, norm_, NormFor::products);
    y = conv1d(y, p.c_attn_weight, p.c_attn_bias, context);  // (B*T, 3C)
    y = attend(y, index, context);                           // (B*T, C)
    y = conv1d(y, p.c_proj_weight, p.c_proj_bias, context);  // (B*T, C)
    const SumAndNorm middle = add_and_normalize(
        x, {y, config_.resid_pdrop, {index, kAttentionOutput}}, {&p.ln_2_weight, &p.ln_2_bias},
        norm_, NormFor::products, context);           // (B*T, C) each
    y = feed_forward(middle.normalized, p, context);  // (B*T, C)
    return add_branch(middle.sum, {y, config_.resid_pdrop, {index, kFeedForward}}, context);
  }

  at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                    const Context& context) const override {
    const Parameter* p = parameters.parameters.data() + (has_own_head() ? 1 : 0);
    return dropout(normalized(x, {&p[0], &p[1]}, norm_, NormFor::sums), config_.classifier.dropout,
                   context, {config_.n_layer, 0});
  }

  Head head(const Parameters& parameters) const override {
    const std::vector<LayerParameters>& layers = parameters.layers();
    if (!has_own_head()) return {layers.front().parameters[0], {}};
    const std::vector<Parameter>& last = layers.back().parameters;
    if (config_.head == HeadKind::token_classification) return {last[0], last[3]};
    return {last[0], {}};
  }

 private:
  bool has_own_head() const { return !config_.is_language_model() || !config_.tie_word_embeddings; }

  at::Tensor activate(const at::Tensor& x) const {
    return config_.activation == Activation::relu ? at::relu(x) : at::gelu(x, "none");
  }

  double attention_scale(std::int64_t layer) const {
    double scale = 1.0;
    if (config_.scale_attn_weights)
      scale /= std::sqrt(static_cast<double>(config_.n_embd / config_.n_head));
    if (config_.scale_attn_by_inverse_layer_idx) scale /= static_cast<double>(layer + 1);
    return scale;
  }

  // x (B*T, C) -> (B*T, C)
  at::Tensor feed_forward(const at::Tensor& x, const Block& p, const Context& context) const {
    if (config_.activation == Activation::gelu_tanh)
      return gelu_tanh_feed_forward(x, p.c_fc_weight, p.c_fc_bias, p.mlp_c_proj_weight,
                                    p.mlp_c_proj_bias, context);
    return conv1d(activate(conv1d(x, p.c_fc_weight, p.c_fc_bias, context)), p.mlp_c_proj_weight,
                  p.mlp_c_proj_bias, context);
  }

  // qkv (B*T, 3C) -> (B*T, C)
  at::Tensor attend(const at::Tensor& qkv, std::int64_t index, const Context& context) const {
    const std::int64_t heads = config_.n_head, width = config_.n_embd / heads;
    const std::vector<at::Tensor> parts =
        qkv.view({context.rows(), context.length(), 3, heads, width}).unbind(2);
    const auto part = [&](std::size_t i) { return parts[i].transpose(1, 2); };  // (B, H, T, D)
    return attention(part(0), part(1), part(2),
                     {.scale = attention_scale(index),
                      .dropout = config_.attn_pdrop,
                      .place = {index, kAttention}},
                     context);
  }

  Gpt2Config config_;
  Map map_;
  ParameterTable table_;
  NormSettings norm_;
};

}  // namespace

Result<std::unique_ptr<Model>> make_gpt2(const Map& map, HeadKind head) {
  TRY(const auto config, read_gpt2_config(map, head));
  const std::string architecture = architecture_with("GPT2", head, "GPT2LMHeadModel");
  return std::unique_ptr<Model>(
      std::make_unique<Gpt2>(config, named_config(map, "gpt2", architecture)));
}

Architecture gpt2_architecture() { return {"gpt2", gpt2_config_keys(), make_gpt2}; }

}  // namespace trainyard
