// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba (Gu and Dao, 2023) with the names and values of transformers' MambaForCausalLM: layers that
// carry a state from token to token instead of attention.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "engine/contract/messages.h"
#include "engine/model/architecture.h"
#include "engine/model/config_reader.h"
#include "engine/model/layer_functions.h"
#include "engine/model/neftune.h"
#include "engine/model/residual.h"
#include "engine/model/selective_scan.h"
#include "engine/model/table.h"

namespace trainyard {

namespace {

struct MambaConfig {
  std::int64_t vocab_size = 50280;
  std::int64_t hidden_size = 768;
  std::int64_t state_size = 16;
  std::int64_t num_hidden_layers = 32;
  double layer_norm_epsilon = 1e-5;
  std::int64_t intermediate_size = 1536;
  std::int64_t conv_kernel = 4;
  bool use_bias = false;
  bool use_conv_bias = true;
  double initializer_range = 0.1;
  std::int64_t time_step_rank = 48;
  double time_step_scale = 1.0;
  double time_step_min = 0.001;
  double time_step_max = 0.1;
  bool rescale_prenorm_residual = false;
  bool tie_word_embeddings = true;
};

const std::vector<std::string>& mamba_config_keys() {
  static const std::vector<std::string> keys = {"vocab_size",
                                                "hidden_size",
                                                "state_size",
                                                "num_hidden_layers",
                                                "layer_norm_epsilon",
                                                "pad_token_id",
                                                "bos_token_id",
                                                "eos_token_id",
                                                "expand",
                                                "intermediate_size",
                                                "conv_kernel",
                                                "use_bias",
                                                "use_conv_bias",
                                                "hidden_act",
                                                "initializer_range",
                                                "residual_in_fp32",
                                                "time_step_rank",
                                                "time_step_scale",
                                                "time_step_min",
                                                "time_step_max",
                                                "time_step_init_scheme",
                                                "time_step_floor",
                                                "rescale_prenorm_residual",
                                                "use_cache",
                                                "use_mambapy",
                                                "use_associative_scan",
                                                "tie_word_embeddings"};
  return keys;
}

Result<MambaConfig> read_mamba_config(const Map& map) {
  MambaConfig config;
  ConfigReader reader(map);
  reader.read_model_type("mamba");
  reader.read("vocab_size", config.vocab_size, kExtentRange);
  reader.read("hidden_size", config.hidden_size, kExtentRange);
  reader.read("state_size", config.state_size, {.minimum = 1, .below = 1 << 16});
  reader.read("num_hidden_layers", config.num_hidden_layers, kLayersRange);
  reader.read("layer_norm_epsilon", config.layer_norm_epsilon, {.minimum = 0});
  std::int64_t expand = 2;
  reader.read("expand", expand, {.minimum = 1, .below = 1 << 10});
  config.intermediate_size = expand * config.hidden_size;
  reader.read("intermediate_size", config.intermediate_size, kExtentRange);
  reader.read("conv_kernel", config.conv_kernel, {.minimum = 1, .below = 1 << 10});
  reader.read("use_bias", config.use_bias);
  reader.read("use_conv_bias", config.use_conv_bias);
  reader.read("initializer_range", config.initializer_range, {.minimum = 0});
  reader.read("time_step_scale", config.time_step_scale, {.minimum = 0});
  reader.read("time_step_min", config.time_step_min, {.minimum = 1e-30, .below = 1e30});
  reader.read("time_step_max", config.time_step_max, {.minimum = 1e-30, .below = 1e30});
  reader.read("rescale_prenorm_residual", config.rescale_prenorm_residual);
  reader.read("tie_word_embeddings", config.tie_word_embeddings);
  config.time_step_rank = (config.hidden_size + 15) / 16;
  const Value* rank = find(map, "time_step_rank");
  if (!rank || *rank != Value("auto"))
    reader.read("time_step_rank", config.time_step_rank, kExtentRange);
  std::string activation = "silu", scheme = "random";
  double floor = 1e-4;
  reader.read("hidden_act", activation);
  reader.read("time_step_init_scheme", scheme);
  reader.read("time_step_floor", floor);
  if (activation != "silu" && activation != "swish")
    reader.fail("model.config_activation", "hidden_act",
                {{"found", activation}, {"known", "silu"}});
  if (scheme != "random") reader.fail("model.config_not_executed", "time_step_init_scheme");
  if (floor > config.time_step_min) reader.fail("model.config_not_executed", "time_step_floor");
  if (reader.error()) return *reader.error();
  return config;
}

// Order in a layer's list; biases that the configuration does not have are absent.
enum MambaPart : std::size_t {
  kInProjection,
  kStateProjection,
  kStepProjection,
  kOutProjection,
  kConvolution,
  kDecay,
  kSkip,
  kMambaNorm,
  kStepBias,
  kFirstOptional
};

ParameterTable mamba_table(const MambaConfig& c) {
  const TableEntries entries{c.initializer_range};
  const auto uniform = [](std::string name, std::vector<std::int64_t> shape, double bound) {
    return ParameterSpec{std::move(name), std::move(shape), Initialization::uniform, bound, true};
  };
  const auto over_root = [](std::int64_t size) {
    return 1.0 / std::sqrt(static_cast<double>(size));
  };
  const std::int64_t inner = c.intermediate_size, rank = c.time_step_rank, states = c.state_size;
  const double out_scale = c.rescale_prenorm_residual ? over_root(c.num_hidden_layers) : 1.0;
  ParameterTable table;
  table.push_back(
      {"embedding", {entries.weight("backbone.embeddings.weight", {c.vocab_size, c.hidden_size})}});
  for (std::int64_t l = 0; l < c.num_hidden_layers; ++l) {
    const std::string layer = "backbone.layers." + std::to_string(l) + ".",
                      mixer = layer + "mixer.";
    LayerSpec spec{
        "layers." + std::to_string(l),
        {entries.weight(mixer + "in_proj.weight", {2 * inner, c.hidden_size}),
         entries.weight(mixer + "x_proj.weight", {rank + 2 * states, inner}),
         uniform(mixer + "dt_proj.weight", {inner, rank}, over_root(rank) * c.time_step_scale),
         uniform(mixer + "out_proj.weight", {c.hidden_size, inner}, over_root(inner) * out_scale),
         uniform(mixer + "conv1d.weight", {inner, 1, c.conv_kernel}, over_root(c.conv_kernel)),
         {mixer + "A_log", {inner, states}, Initialization::log_of_column, 0.0, true},
         {mixer + "D", {inner}, Initialization::ones, 0.0, true},
         entries.ones(layer + "norm.weight", c.hidden_size),
         {mixer + "dt_proj.bias", {inner}, Initialization::time_step, 0.0, false}}};
    spec.parameters.back().lowest = c.time_step_min;
    spec.parameters.back().highest = c.time_step_max;
    if (c.use_conv_bias) spec.parameters.push_back(entries.zeros(mixer + "conv1d.bias", inner));
    if (c.use_bias) {
      spec.parameters.push_back(entries.zeros(mixer + "in_proj.bias", 2 * inner));
      spec.parameters.push_back(entries.zeros(mixer + "out_proj.bias", c.hidden_size));
    }
    table.push_back(std::move(spec));
  }
  LayerSpec last{"final", {}};
  if (!c.tie_word_embeddings)
    last.parameters.push_back(entries.weight("lm_head.weight", {c.vocab_size, c.hidden_size}));
  last.parameters.push_back(entries.ones("backbone.norm_f.weight", c.hidden_size));
  last.parameters.back().weight_decay = true;  // Trainer recognizes norms by other name endings
  table.push_back(std::move(last));
  return table;
}

// x (B, T, D): each channel is convolved with its own kernel over its last tokens, weight (D, 1,
// K).
at::Tensor causal_convolution(const at::Tensor& x, const Parameter& weight, const Parameter* bias) {
  const std::int64_t width = weight.value.size(2), length = x.size(1);
  const at::Tensor kernel = weight.value.to(at::kFloat).squeeze(1).t();  // (K, D)
  at::Tensor y = x * kernel.select(0, width - 1);
  for (std::int64_t back = 1; back < std::min(width, length); ++back) {
    const at::Tensor earlier = x.narrow(1, 0, length - back) * kernel.select(0, width - 1 - back);
    y = y + at::constant_pad_nd(earlier, {0, 0, back, 0});
  }
  return bias ? y + bias->value : y;
}

class Mamba final : public Model {
 public:
  Mamba(const MambaConfig& config, Map map)
      : config_(config),
        map_(std::move(map)),
        table_(mamba_table(config)),
        norm_{.kind = kernels::Norm::rms, .epsilon = config.layer_norm_epsilon} {}

  const ParameterTable& table() const override { return table_; }
  std::int64_t vocab_size() const override { return config_.vocab_size; }
  std::int64_t max_positions() const override { return std::numeric_limits<std::int64_t>::max(); }
  Map config() const override { return map_; }
  WeightNames weight_names() const override {
    WeightNames names{"backbone.", {"lm_head.weight"}};
    if (config_.tie_word_embeddings)
      names.tied = {{"lm_head.weight", "backbone.embeddings.weight"}};
    return names;
  }
  // peft has no default for Mamba; these are the products with the layer's own width.
  AdapterDefaults adapter_defaults() const override {
    return {.targets = {"in_proj", "x_proj", "out_proj"}};
  }

  at::Tensor embed(const LayerParameters& parameters, const Context& context) const override {
    // Padding comes after its text, whose state it cannot change; another document would see it.
    TORCH_CHECK(!context.batch.documents.defined() || !context.batch.positions.defined(),
                "Mamba's state passes from one document of a row to the next");
    const at::Tensor x = with_neftune_noise(
        embedding(context.batch.input_ids, parameters.parameters.front()), context);
    return x.view({context.rows() * context.length(), config_.hidden_size});
  }

  at::Tensor layer(std::int64_t, const at::Tensor& x, const LayerParameters& parameters,
                   const Context& context) const override {
    const Parameter* p = parameters.parameters.data();
    const Parameter* rest = p + kFirstOptional;
    const Parameter* conv_bias = config_.use_conv_bias ? rest++ : nullptr;
    const Parameter* in_bias = config_.use_bias ? rest : nullptr;
    const Parameter* out_bias = config_.use_bias ? rest + 1 : nullptr;
    const std::int64_t rows = context.rows(), length = context.length(),
                       inner = config_.intermediate_size, rank = config_.time_step_rank,
                       states = config_.state_size;
    const auto by_row = [&](const at::Tensor& y) { return y.view({rows, length, -1}); };
    const auto flat = [&](const at::Tensor& y) { return y.reshape({rows * length, inner}); };

    const at::Tensor y = normalized(x, {&p[kMambaNorm]}, norm_, NormFor::products);
    const std::vector<at::Tensor> halves =
        by_row(linear(y, p[kInProjection], in_bias, context).to(at::kFloat)).chunk(2, 2);
    const at::Tensor hidden =
        at::silu(causal_convolution(halves[0], p[kConvolution], conv_bias));  // (B, T, D)
    const std::vector<at::Tensor> of_token =
        linear(flat(hidden), p[kStateProjection], nullptr, context)
            .to(at::kFloat)
            .split_with_sizes({rank, states, states}, 1);
    const at::Tensor step = at::softplus(
        linear(of_token[0], p[kStepProjection], &p[kStepBias], context).to(at::kFloat));
    const at::Tensor decay = p[kDecay].value.to(at::kFloat).exp().neg();  // (D, N)
    const at::Tensor scanned =
        selective_scan(hidden, by_row(step), decay, of_token[1].reshape({rows, length, states}),
                       of_token[2].reshape({rows, length, states}));
    const at::Tensor gated = (scanned + hidden * p[kSkip].value) * at::silu(halves[1]);
    return add_branch(x, {linear(flat(gated), p[kOutProjection], out_bias, context)}, context);
  }

  at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                    const Context&) const override {
    return normalized(x, {&parameters.parameters.back()}, norm_, NormFor::sums);
  }

  Head head(const Parameters& parameters) const override {
    const std::vector<LayerParameters>& layers = parameters.layers();
    const bool is_tied = config_.tie_word_embeddings;
    return {(is_tied ? layers.front() : layers.back()).parameters.front(), {}};
  }

 private:
  MambaConfig config_;
  Map map_;
  ParameterTable table_;
  NormSettings norm_;
};

Result<std::unique_ptr<Model>> make_mamba(const Map& map, HeadKind head) {
  TRY(const MambaConfig config, read_mamba_config(map));
  if (head != HeadKind::language_modeling)
    return make_error("model.no_such_head", {{"kind", "mamba"},
                                             {"head", head == HeadKind::token_classification
                                                          ? "MambaForTokenClassification"
                                                          : "MambaForSequenceClassification"}});
  return std::unique_ptr<Model>(
      std::make_unique<Mamba>(config, named_config(map, "mamba", "MambaForCausalLM")));
}

}  // namespace

Architecture mamba_architecture() { return {"mamba", mamba_config_keys(), make_mamba}; }

}  // namespace trainyard
