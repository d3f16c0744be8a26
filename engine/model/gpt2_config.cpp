// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/model/config_reader.h"
#include "engine/model/gpt2.h"
#include "engine/model/table.h"

namespace trainyard {

namespace {

// All names in transformers' ACT2FN for our activations.
Result<Activation> activation_named(const std::string& name) {
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::gelu_tanh;
  if (name == "gelu") return Activation::gelu;
  if (name == "relu") return Activation::relu;
  return make_error("model.config_activation",
                    {{"key", "activation_function"},
                     {"found", name},
                     {"known", "gelu_new, gelu_pytorch_tanh, gelu, relu"}});
}

Result<void> check(const Gpt2Config& config) {
  if (config.n_embd % config.n_head != 0)
    return make_error(
        "model.config_heads",
        {{"key", "n_embd"}, {"width", config.n_embd}, {"by", "n_head"}, {"heads", config.n_head}});
  return {};
}

}  // namespace

Result<Gpt2Config> read_gpt2_config(const Map& map, HeadKind head) {
  Gpt2Config config{.head = head};
  ConfigReader reader(map);
  reader.read_model_type("gpt2");
  reader.read("vocab_size", config.vocab_size, kExtentRange);
  // The general names are transformers' attribute_map; the model's own name takes precedence.
  reader.read_alias("max_position_embeddings", "n_positions", config.n_positions, kExtentRange);
  reader.read_alias("hidden_size", "n_embd", config.n_embd, kExtentRange);
  reader.read_alias("num_hidden_layers", "n_layer", config.n_layer, kLayersRange);
  reader.read_alias("num_attention_heads", "n_head", config.n_head, kExtentRange);
  config.n_inner = 4 * config.n_embd;
  reader.read("n_inner", config.n_inner, kExtentRange);
  reader.read("resid_pdrop", config.resid_pdrop, {.minimum = 0, .below = 1});
  reader.read("embd_pdrop", config.embd_pdrop, {.minimum = 0, .below = 1});
  reader.read("attn_pdrop", config.attn_pdrop, {.minimum = 0, .below = 1});
  reader.read("layer_norm_epsilon", config.layer_norm_epsilon, {.minimum = 0});
  reader.read("initializer_range", config.initializer_range, {.minimum = 0});
  reader.read("scale_attn_weights", config.scale_attn_weights);
  reader.read("scale_attn_by_inverse_layer_idx", config.scale_attn_by_inverse_layer_idx);
  reader.read("tie_word_embeddings", config.tie_word_embeddings);
  bool cross_attention = false;
  reader.read("add_cross_attention", cross_attention);
  if (cross_attention) reader.fail("model.config_cross_attention", "add_cross_attention");
  std::string activation = "gelu_new";
  reader.read("activation_function", activation);
  if (const std::optional<Error>& error = reader.error()) return *error;
  TRY(config.activation, activation_named(activation));
  // The default of transformers' GPT2ForTokenClassification; sequence classifiers have no dropout.
  constexpr double kTokenClassifierDropout = 0.1;
  TRY(config.classifier, read_classifier(map, kTokenClassifierDropout));
  if (head != HeadKind::token_classification) config.classifier.dropout = 0.0;
  TRY(check(config));
  return config;
}

const std::vector<std::string>& gpt2_config_keys() {
  static const std::vector<std::string> keys =
      with_classifier_keys({"vocab_size",
                            "n_positions",
                            "n_ctx",
                            "n_embd",
                            "n_layer",
                            "n_head",
                            "n_inner",
                            "activation_function",
                            "resid_pdrop",
                            "embd_pdrop",
                            "attn_pdrop",
                            "layer_norm_epsilon",
                            "initializer_range",
                            "summary_type",
                            "summary_use_proj",
                            "summary_activation",
                            "summary_proj_to_labels",
                            "summary_first_dropout",
                            "scale_attn_weights",
                            "use_cache",
                            "bos_token_id",
                            "eos_token_id",
                            "pad_token_id",
                            "scale_attn_by_inverse_layer_idx",
                            "reorder_and_upcast_attn",
                            "add_cross_attention",
                            "tie_word_embeddings",
                            "hidden_size",
                            "max_position_embeddings",
                            "num_attention_heads",
                            "num_hidden_layers",
                            "task_specific_params"});
  return keys;
}

ParameterTable gpt2_table(const Gpt2Config& c) {
  const TableEntries entries{c.initializer_range};
  // The residual branches' output projections are initialized smaller, as in GPT-2's paper (section
  // 2.3).
  const TableEntries residual{c.initializer_range /
                              std::sqrt(2.0 * static_cast<double>(c.n_layer))};

  ParameterTable table;
  table.push_back({"embedding",
                   {entries.weight("transformer.wte.weight", {c.vocab_size, c.n_embd}),
                    entries.table("transformer.wpe.weight", {c.n_positions, c.n_embd})}});
  for (std::int64_t l = 0; l < c.n_layer; ++l) {
    const std::string h = "transformer.h." + std::to_string(l) + ".";
    // In the order of Gpt2's block: parameters with weight decay first, so that the optimizer has
    // two ranges per layer.
    table.push_back(
        {"h." + std::to_string(l),
         {entries.weight(h + "attn.c_attn.weight", {c.n_embd, 3 * c.n_embd}),
          residual.weight(h + "attn.c_proj.weight", {c.n_embd, c.n_embd}),
          entries.weight(h + "mlp.c_fc.weight", {c.n_embd, c.n_inner}),
          residual.weight(h + "mlp.c_proj.weight", {c.n_inner, c.n_embd}),
          entries.ones(h + "ln_1.weight", c.n_embd), entries.zeros(h + "ln_1.bias", c.n_embd),
          entries.zeros(h + "attn.c_attn.bias", 3 * c.n_embd),
          entries.zeros(h + "attn.c_proj.bias", c.n_embd),
          entries.ones(h + "ln_2.weight", c.n_embd), entries.zeros(h + "ln_2.bias", c.n_embd),
          entries.zeros(h + "mlp.c_fc.bias", c.n_inner),
          entries.zeros(h + "mlp.c_proj.bias", c.n_embd)}});
  }
  LayerSpec last{"final", {}};
  const std::int64_t num_labels = c.classifier.num_labels;
  const bool of_tokens = c.head == HeadKind::token_classification;
  if (!c.is_language_model())
    last.parameters.push_back(of_task(
        entries.weight(of_tokens ? "classifier.weight" : "score.weight", {num_labels, c.n_embd})));
  else if (!c.tie_word_embeddings)
    last.parameters.push_back(entries.weight("lm_head.weight", {c.vocab_size, c.n_embd}));
  last.parameters.push_back(entries.ones("transformer.ln_f.weight", c.n_embd));
  last.parameters.push_back(entries.zeros("transformer.ln_f.bias", c.n_embd));
  if (of_tokens) last.parameters.push_back(of_task(entries.zeros("classifier.bias", num_labels)));
  table.push_back(std::move(last));
  return table;
}

}  // namespace trainyard
