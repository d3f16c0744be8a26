// SPDX-License-Identifier: GPL-3.0-or-later
// BERT (Devlin et al., 2018) with the names and values of transformers' BertForMaskedLM,
// BertForSequenceClassification and BertForTokenClassification: an encoder, normalized after each
// half of a layer, and a head.
#include <cmath>

#include "engine/contract/messages.h"
#include "engine/model/architecture.h"
#include "engine/model/attention.h"
#include "engine/model/classifier.h"
#include "engine/model/config_reader.h"
#include "engine/model/dropout.h"
#include "engine/model/joined_linear.h"
#include "engine/model/layer_functions.h"
#include "engine/model/neftune.h"
#include "engine/model/residual.h"
#include "engine/model/table.h"

namespace trainyard {

namespace {

struct BertConfig {
  std::int64_t vocab_size = 30522;
  std::int64_t hidden_size = 768;
  std::int64_t num_hidden_layers = 12;
  std::int64_t num_attention_heads = 12;
  std::int64_t intermediate_size = 3072;
  std::int64_t max_position_embeddings = 512;
  std::int64_t type_vocab_size = 2;
  std::int64_t pad_token_id = 0;
  double hidden_dropout_prob = 0.1;
  double attention_probs_dropout_prob = 0.1;
  double initializer_range = 0.02;
  double layer_norm_eps = 1e-12;
  bool tie_word_embeddings = true;
  HeadKind head = HeadKind::language_modeling;
  Classifier classifier;  // for classification only

  // If so, the last entry of the table starts with it.
  bool has_decoder() const { return head == HeadKind::language_modeling && !tie_word_embeddings; }
};

Result<BertConfig> read_bert_config(const Map& map, HeadKind head) {
  BertConfig c{.head = head};
  ConfigReader reader(map);
  reader.read_model_type("bert");
  for (const auto& [key, number] : {std::pair("vocab_size", &c.vocab_size),
                                    {"hidden_size", &c.hidden_size},
                                    {"num_attention_heads", &c.num_attention_heads},
                                    {"intermediate_size", &c.intermediate_size},
                                    {"max_position_embeddings", &c.max_position_embeddings},
                                    {"type_vocab_size", &c.type_vocab_size}})
    reader.read(key, *number, kExtentRange);
  reader.read("num_hidden_layers", c.num_hidden_layers, kLayersRange);
  reader.read("pad_token_id", c.pad_token_id, {.minimum = -1});
  reader.read("hidden_dropout_prob", c.hidden_dropout_prob, {.minimum = 0, .below = 1});
  reader.read("attention_probs_dropout_prob", c.attention_probs_dropout_prob,
              {.minimum = 0, .below = 1});
  reader.read("initializer_range", c.initializer_range, {.minimum = 0});
  reader.read("layer_norm_eps", c.layer_norm_eps, {.minimum = 0});
  reader.read("tie_word_embeddings", c.tie_word_embeddings);
  std::string activation = "gelu", positions = "absolute";
  reader.read("hidden_act", activation);
  reader.read("position_embedding_type", positions);
  if (activation != "gelu")
    reader.fail("model.config_activation", "hidden_act",
                {{"found", activation}, {"known", "gelu"}});
  if (positions != "absolute") reader.fail("model.config_not_executed", "position_embedding_type");
  for (const char* key : {"is_decoder", "add_cross_attention"}) {
    bool is_wanted = false;
    reader.read(key, is_wanted);
    if (is_wanted) reader.fail("model.config_not_executed", key);
  }
  if (reader.error()) return *reader.error();
  if (c.hidden_size % c.num_attention_heads != 0)
    return make_error("model.config_heads", {{"key", "hidden_size"},
                                             {"width", c.hidden_size},
                                             {"by", "num_attention_heads"},
                                             {"heads", c.num_attention_heads}});
  TRY(c.classifier, read_classifier(map, c.hidden_dropout_prob));
  return c;
}

// The head that predicts masked tokens.
LayerSpec masked_lm_head(const BertConfig& c, const TableEntries& entries) {
  const std::string h = "cls.predictions.";
  const std::int64_t width = c.hidden_size;
  LayerSpec head{"head", {}};
  if (c.has_decoder())
    head.parameters.push_back(entries.weight(h + "decoder.weight", {c.vocab_size, width}));
  for (const ParameterSpec& spec :
       {entries.weight(h + "transform.dense.weight", {width, width}),
        entries.zeros(h + "transform.dense.bias", width),
        entries.ones(h + "transform.LayerNorm.weight", width),
        entries.zeros(h + "transform.LayerNorm.bias", width),
        entries.zeros(c.tie_word_embeddings ? h + "bias" : h + "decoder.bias", c.vocab_size)})
    head.parameters.push_back(spec);
  return head;
}

// The pooler, for sequence classification, and the linear layer on top of it.
LayerSpec classifying_head(const BertConfig& c, const TableEntries& entries) {
  const std::int64_t width = c.hidden_size, num_labels = c.classifier.num_labels;
  const bool has_pooler = c.head == HeadKind::sequence_classification;
  const std::string pooler = "bert.pooler.dense.";
  LayerSpec head{"head", {of_task(entries.weight("classifier.weight", {num_labels, width}))}};
  if (has_pooler)
    head.parameters.push_back(of_task(entries.weight(pooler + "weight", {width, width})));
  head.parameters.push_back(of_task(entries.zeros("classifier.bias", num_labels)));
  if (has_pooler) head.parameters.push_back(of_task(entries.zeros(pooler + "bias", width)));
  return head;
}

ParameterTable bert_table(const BertConfig& c) {
  const TableEntries entries{c.initializer_range};
  const std::int64_t width = c.hidden_size, inner = c.intermediate_size;
  const std::string e = "bert.embeddings.";
  ParameterTable table;
  table.push_back(
      {"embedding",
       {entries.weight(e + "word_embeddings.weight", {c.vocab_size, width}),
        entries.table(e + "position_embeddings.weight", {c.max_position_embeddings, width}),
        entries.table(e + "token_type_embeddings.weight", {c.type_vocab_size, width}),
        entries.ones(e + "LayerNorm.weight", width), entries.zeros(e + "LayerNorm.bias", width)}});
  for (std::int64_t l = 0; l < c.num_hidden_layers; ++l) {
    const std::string p = "bert.encoder.layer." + std::to_string(l) + ".";
    table.push_back({"layer." + std::to_string(l),
                     {entries.weight(p + "attention.self.query.weight", {width, width}),
                      entries.weight(p + "attention.self.key.weight", {width, width}),
                      entries.weight(p + "attention.self.value.weight", {width, width}),
                      entries.weight(p + "attention.output.dense.weight", {width, width}),
                      entries.weight(p + "intermediate.dense.weight", {inner, width}),
                      entries.weight(p + "output.dense.weight", {width, inner}),
                      entries.zeros(p + "attention.self.query.bias", width),
                      entries.zeros(p + "attention.self.key.bias", width),
                      entries.zeros(p + "attention.self.value.bias", width),
                      entries.zeros(p + "attention.output.dense.bias", width),
                      entries.ones(p + "attention.output.LayerNorm.weight", width),
                      entries.zeros(p + "attention.output.LayerNorm.bias", width),
                      entries.zeros(p + "intermediate.dense.bias", inner),
                      entries.zeros(p + "output.dense.bias", width),
                      entries.ones(p + "output.LayerNorm.weight", width),
                      entries.zeros(p + "output.LayerNorm.bias", width)}});
  }
  table.push_back(c.head == HeadKind::language_modeling ? masked_lm_head(c, entries)
                                                        : classifying_head(c, entries));
  return table;
}

class Bert final : public Model {
  // Indices of parameters, in the order of bert_table.
  enum EmbeddingPart : std::size_t {
    kWords,
    kPositions,
    kTypes,
    kEmbeddingNorm,
    kEmbeddingNormBias
  };
  enum LayerPart : std::size_t {
    kQuery,
    kKey,
    kValue,
    kOutput,
    kInner,
    kOuter,
    kQueryBias,
    kKeyBias,
    kValueBias,
    kOutputBias,
    kAttentionNorm,
    kAttentionNormBias,
    kInnerBias,
    kOuterBias,
    kLayerNorm,
    kLayerNormBias
  };
  // For the masked language modelling head; an untied decoder comes first, the output bias last.
  enum HeadPart : std::size_t { kDense, kDenseBias, kHeadNorm, kHeadNormBias };
  // For the sequence classification head; that for tokens has no pooler.
  enum ClassifierPart : std::size_t { kClassifier, kPooler, kClassifierBias, kPoolerBias };

  enum DropoutSite : std::int64_t { kAttentionWeights, kAttentionOutput, kFeedForward };

 public:
  Bert(const BertConfig& config, Map map)
      : config_(config),
        map_(std::move(map)),
        table_(bert_table(config)),
        norm_{.kind = kernels::Norm::layer, .epsilon = config.layer_norm_eps} {}

  const ParameterTable& table() const override { return table_; }
  std::int64_t vocab_size() const override { return config_.vocab_size; }
  std::int64_t max_positions() const override { return config_.max_position_embeddings; }
  Map config() const override { return map_; }
  WeightNames weight_names() const override {
    WeightNames names{
        "bert.",
        {"pooler.dense.weight", "pooler.dense.bias", "cls.seq_relationship.weight",
         "cls.seq_relationship.bias", "cls.predictions.decoder.weight",
         "cls.predictions.decoder.bias", "cls.predictions.bias",
         "cls.predictions.transform.dense.weight", "cls.predictions.transform.dense.bias",
         "cls.predictions.transform.LayerNorm.weight", "cls.predictions.transform.LayerNorm.bias",
         "embeddings.position_ids"},
        {{".LayerNorm.weight", ".LayerNorm.gamma"},
         {".LayerNorm.bias", ".LayerNorm.beta"},
         {"cls.predictions.decoder.bias", "cls.predictions.bias"}}};
    if (config_.head == HeadKind::language_modeling && !config_.has_decoder())
      names.tied = {{"cls.predictions.decoder.weight", "bert.embeddings.word_embeddings.weight"},
                    {"cls.predictions.decoder.bias", "cls.predictions.bias"}};
    return names;
  }
  AdapterDefaults adapter_defaults() const override { return {.targets = {"query", "value"}}; }

  at::Tensor embed(const LayerParameters& parameters, const Context& context) const override {
    const std::vector<Parameter>& p = parameters.parameters;
    const Batch& batch = context.batch;
    const std::int64_t length = context.length();
    TORCH_CHECK(length <= config_.max_position_embeddings, "a sequence of ", length,
                " tokens is longer than the model's ", config_.max_position_embeddings,
                " positions");
    const at::Tensor types = batch.token_types.defined() ? embedding(batch.token_types, p[kTypes])
                                                         : p[kTypes].value.narrow(0, 0, 1);
    const at::Tensor places = batch.positions.defined() ? embedding(batch.positions, p[kPositions])
                                                        : p[kPositions].value.narrow(0, 0, length);
    const at::Tensor words =
        with_neftune_noise(embedding(batch.input_ids, p[kWords], config_.pad_token_id), context);
    const at::Tensor x = words + types + places;  // (B, T, C)
    return dropout(norm(x, p[kEmbeddingNorm], p[kEmbeddingNormBias]), config_.hidden_dropout_prob,
                   context, {})
        .flatten(0, 1);
  }

  at::Tensor layer(std::int64_t index, const at::Tensor& x, const LayerParameters& parameters,
                   const Context& context) const override {
    const std::vector<Parameter>& p = parameters.parameters;
    const auto add = [&](const at::Tensor& y, const at::Tensor& to, DropoutSite site,
                         LayerPart weight, LayerPart bias) {
      return add_and_normalize(to, {y, config_.hidden_dropout_prob, {index, site}},
                               {&p[weight], &p[bias]}, norm_, NormFor::sums, context)
          .normalized;
    };
    at::Tensor y = attend(x, index, p, context);          // (B*T, C)
    y = linear(y, p[kOutput], &p[kOutputBias], context);  // (B*T, C)
    const at::Tensor middle = add(y, x, kAttentionOutput, kAttentionNorm, kAttentionNormBias);
    y = gelu_feed_forward(middle, p[kInner], p[kInnerBias], p[kOuter], p[kOuterBias], context);
    return add(y, middle, kFeedForward, kLayerNorm, kLayerNormBias);
  }

  // The head without its last product.
  at::Tensor finish(const at::Tensor& x, const LayerParameters& parameters,
                    const Context& context) const override {
    const Parameter* p = parameters.parameters.data() + (config_.has_decoder() ? 1 : 0);
    const auto dropped = [&](const at::Tensor& y) {
      return dropout(y, config_.classifier.dropout, context, {config_.num_hidden_layers, 0});
    };
    switch (config_.head) {
      case HeadKind::sequence_classification:
        return dropped(at::tanh(linear(x, p[kPooler], &p[kPoolerBias], context)));
      case HeadKind::token_classification:
        return dropped(x);
      case HeadKind::language_modeling:
        break;
    }
    return norm(at::gelu(linear(x, p[kDense], &p[kDenseBias], context)), p[kHeadNorm],
                p[kHeadNormBias]);
  }

  // What follows is part of the head.
  at::Tensor last_hidden_state(const at::Tensor& x, const LayerParameters&,
                               const Context&) const override {
    return x;
  }

  Head head(const Parameters& parameters) const override {
    const std::vector<Parameter>& last = parameters.layers().back().parameters;
    switch (config_.head) {
      case HeadKind::sequence_classification:
        return {last[kClassifier], last[kClassifierBias]};
      case HeadKind::token_classification:
        return {last[kClassifier], last[1]};
      case HeadKind::language_modeling:
        break;
    }
    const Parameter& words = parameters.layers().front().parameters[kWords];
    return {config_.has_decoder() ? last[0] : words, last.back()};
  }

 private:
  at::Tensor norm(const at::Tensor& x, const Parameter& weight, const Parameter& bias) const {
    return normalized(x.to(at::kFloat), {&weight, &bias}, norm_, NormFor::sums);
  }

  // x (B*T, C) -> (B*T, C)
  at::Tensor attend(const at::Tensor& x, std::int64_t index, const std::vector<Parameter>& p,
                    const Context& context) const {
    const std::int64_t heads = config_.num_attention_heads, width = config_.hidden_size / heads;
    const std::vector<at::Tensor> qkv = linears(
        x, {{&p[kQuery], &p[kQueryBias]}, {&p[kKey], &p[kKeyBias]}, {&p[kValue], &p[kValueBias]}},
        context);
    const auto heads_of = [&](std::size_t which) {  // (B, H, T, D)
      return qkv[which].view({context.rows(), context.length(), heads, width}).transpose(1, 2);
    };
    return attention(heads_of(0), heads_of(1), heads_of(2),
                     {.is_causal = false,
                      .scale = 1.0 / std::sqrt(static_cast<double>(width)),
                      .dropout = config_.attention_probs_dropout_prob,
                      .place = {index, kAttentionWeights}},
                     context);
  }

  BertConfig config_;
  Map map_;
  ParameterTable table_;
  NormSettings norm_;
};

Result<std::unique_ptr<Model>> make_bert(const Map& map, HeadKind head) {
  TRY(const BertConfig config, read_bert_config(map, head));
  const std::string architecture = architecture_with("Bert", head, "BertForMaskedLM");
  return std::unique_ptr<Model>(
      std::make_unique<Bert>(config, named_config(map, "bert", architecture)));
}

}  // namespace

Architecture bert_architecture() {
  return {"bert",
          with_classifier_keys({"vocab_size",
                                "hidden_size",
                                "num_hidden_layers",
                                "num_attention_heads",
                                "intermediate_size",
                                "hidden_act",
                                "hidden_dropout_prob",
                                "attention_probs_dropout_prob",
                                "max_position_embeddings",
                                "type_vocab_size",
                                "initializer_range",
                                "layer_norm_eps",
                                "pad_token_id",
                                "bos_token_id",
                                "eos_token_id",
                                "use_cache",
                                "is_decoder",
                                "add_cross_attention",
                                "position_embedding_type",
                                "tie_word_embeddings"}),
          make_bert, SummaryToken::first};
}

}  // namespace trainyard
