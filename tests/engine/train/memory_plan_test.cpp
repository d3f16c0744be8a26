// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/memory_plan.h"

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/json.h"

namespace trainyard {
namespace {

std::unique_ptr<Model> model_of(const char* kind, const Map& config) {
  return std::move(make_model(kind, config).value());
}

double gib(std::int64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

// By hand: parameters 4 bytes each, as many for gradients, 8 for AdamW's moments, 2 for copies. Of
// a layer of GPT-2 in bf16 a token keeps, in numbers of its width C: inputs of both norms and the
// residual sum in fp32 (2 x 4 bytes), both norms' outputs for the products (2 x 2), q, k, v and the
// output of attention (4 x 2), the feed-forward's inner values before and after the activation (2 x
// 4 x 2).
TEST(MemoryPlan, OfGpt2XlIsWhatOneCountsByHand) {
  const auto model = model_of("gpt2", {{"n_embd", 1600},
                                       {"n_layer", 48},
                                       {"n_head", 25},
                                       {"resid_pdrop", 0},
                                       {"embd_pdrop", 0},
                                       {"attn_pdrop", 0}});
  Experiment experiment;
  experiment.data.sequence_length = 1024;
  const MemoryPlan plan =
      plan_memory(experiment, *model, *make_task(experiment).value(), {4, 1}, at::kBFloat16);
  const double parameters = 1557611200;
  EXPECT_NEAR(static_cast<double>(plan.parameters), 4 * parameters, 0.001 * 4 * parameters);
  EXPECT_EQ(plan.gradients, plan.parameters);
  EXPECT_EQ(plan.copies, plan.parameters / 2);
  EXPECT_NEAR(static_cast<double>(plan.optimizer), 8 * parameters, 0.001 * 8 * parameters);
  const double layers = 48.0 * 4 * 1024 * 1600 * (2 * 4 + 2 * 2 + 4 * 2 + 2 * 4 * 2);
  const double logits = 256.0 * 50257 * 4;
  EXPECT_NEAR(static_cast<double>(plan.activations), layers + 3 * logits,
              0.1 * (layers + 3 * logits))
      << gib(plan.activations) << " GiB";
}

// With recomputation a layer keeps its input, in fp32; one layer at a time is whole.
TEST(MemoryPlan, OfLlama8BWithRecomputation) {
  const auto model = model_of("llama", {{"vocab_size", 128256},
                                        {"hidden_size", 4096},
                                        {"intermediate_size", 14336},
                                        {"num_hidden_layers", 32},
                                        {"num_attention_heads", 32},
                                        {"num_key_value_heads", 8},
                                        {"max_position_embeddings", 8192}});
  Experiment experiment;
  experiment.data.sequence_length = 8192;
  const MemoryPlan kept =
      plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  experiment.parallel.recompute = Recompute::full;
  const MemoryPlan plan =
      plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  const double parameters = 8030261248;
  EXPECT_NEAR(static_cast<double>(plan.parameters), 4 * parameters, 0.001 * 4 * parameters);
  EXPECT_NEAR(static_cast<double>(plan.total() - plan.activations), 18 * parameters,
              0.001 * 18 * parameters);
  const double inputs = 32.0 * 8192 * 4096 * 4;
  EXPECT_GT(static_cast<double>(plan.activations), inputs);
  EXPECT_LT(plan.activations, kept.activations / 2) << gib(kept.activations) << " GiB";
}

// Mistral's shape.
std::unique_ptr<Model> model_of_7b() {
  return model_of("llama", {{"vocab_size", 32000},
                            {"hidden_size", 4096},
                            {"intermediate_size", 14336},
                            {"num_hidden_layers", 32},
                            {"num_attention_heads", 32},
                            {"num_key_value_heads", 8},
                            {"max_position_embeddings", 4096}});
}

// What ranks share out (ZeRO): of 18 bytes a parameter, the 12 of values in fp32 and moments at
// stage 1, also the 4 of gradients at stage 2, where those of two layers at most are whole.
TEST(MemoryPlan, OfRanksThatShareOut) {
  const auto model = model_of_7b();
  const double parameters = 7241732096, layer = 218112000;
  Experiment experiment;
  experiment.data.sequence_length = 16;
  experiment.resources.gpus_per_node = 4;
  const auto plan_with = [&](std::int64_t stage, std::int64_t nodes) {
    experiment.parallel.zero_stage = stage;
    experiment.resources.nodes = nodes;
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  };
  const MemoryPlan whole = plan_with(0, 2);
  for (const std::int64_t nodes : {1, 2, 4}) {
    const auto ranks = static_cast<double>(4 * nodes);
    const MemoryPlan first = plan_with(1, nodes), second = plan_with(2, nodes);
    const double expected = (6 + 12 / ranks) * parameters, less = (2 + 16 / ranks) * parameters;
    EXPECT_NEAR(static_cast<double>(first.total() - first.activations), expected, 0.01 * expected);
    EXPECT_NEAR(static_cast<double>(second.total() - second.activations), less, 0.01 * less);
    EXPECT_EQ(first.activations, whole.activations);
    // Gradients of three layers, less what is saved for their backward passes: the one that is
    // computed, the one that is summed, and the one before, until the next sum begins.
    const double gradients = 4 * 3 * layer;
    EXPECT_NEAR(static_cast<double>(second.activations - whole.activations), gradients,
                0.02 * gradients);
  }
}

// At stage 3 and with what is offloaded, of the same model.
TEST(MemoryPlan, OfRanksThatShareOutParameters) {
  const auto model = model_of_7b();
  const double parameters = 7241732096, layer = 218112000, embedding = 131072000;
  Experiment experiment;
  experiment.data.sequence_length = 16;
  experiment.resources.gpus_per_node = 4;
  const auto plan_with = [&](std::int64_t nodes, bool optimizer, bool values) {
    experiment.resources.nodes = nodes;
    experiment.parallel = {
        .zero_stage = 3, .offload_optimizer = optimizer, .offload_parameters = values};
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  };
  for (const std::int64_t nodes : {1, 2, 4}) {
    const auto ranks = static_cast<double>(4 * nodes);
    const auto is_near = [&](std::int64_t bytes, double per_parameter) {
      const double expected = per_parameter / ranks * parameters;
      EXPECT_NEAR(static_cast<double>(bytes), expected, 0.01 * expected) << nodes;
    };
    const MemoryPlan plain = plan_with(nodes, false, false),
                     offloaded = plan_with(nodes, true, false), all = plan_with(nodes, true, true);
    is_near(plain.total() - plain.activations, 16);
    EXPECT_EQ(plain.host, 0);
    is_near(offloaded.host, 16);
    is_near(offloaded.total() - offloaded.activations, 2);
    is_near(all.host, 18);
    for (const MemoryPlan& plan : {plain, offloaded, all}) {
      // Values of two layers and the head, gradients of two layers and the head.
      EXPECT_LT(static_cast<double>(plan.activations), 6 * (2 * layer + embedding) * 1.1) << nodes;
      EXPECT_GT(static_cast<double>(plan.activations), 2 * layer);
    }
    EXPECT_LT(all.total() - all.activations, std::int64_t{64} << 20);
  }
}

// What waits in main memory is not there; with recomputation only the layers' inputs are left.
TEST(MemoryPlan, OffloadedActivationsTakeNoRoom) {
  const auto model = model_of("llama", {{"vocab_size", 1000},
                                        {"hidden_size", 512},
                                        {"intermediate_size", 2048},
                                        {"num_hidden_layers", 24},
                                        {"num_attention_heads", 8},
                                        {"max_position_embeddings", 2048}});
  Experiment experiment;
  experiment.data.sequence_length = 2048;
  const auto activations = [&](Recompute recompute, bool offload) {
    experiment.parallel = {.recompute = recompute, .offload_activations = offload};
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16)
        .activations;
  };
  EXPECT_EQ(activations(Recompute::none, true), activations(Recompute::none, false))
      << "there is no GPU to make room on";
  experiment.resources.gpus_per_node = 1;
  EXPECT_LT(activations(Recompute::none, true), activations(Recompute::none, false) / 3);
  // Some are on their way back before they are needed.
  const std::int64_t inputs = std::int64_t{18} * 2048 * 512 * 4;
  EXPECT_LT(activations(Recompute::full, true), activations(Recompute::full, false) - inputs);
}

// What is moved is in main memory, at its exact size.
TEST(MemoryPlan, OffloadedActivationsAreInMainMemory) {
  const auto model = model_of("llama", {{"vocab_size", 1000},
                                        {"hidden_size", 512},
                                        {"intermediate_size", 2048},
                                        {"num_hidden_layers", 24},
                                        {"num_attention_heads", 8},
                                        {"max_position_embeddings", 2048}});
  Experiment experiment;
  experiment.data.sequence_length = 2048;
  experiment.resources.gpus_per_node = 1;
  experiment.parallel = {.recompute = Recompute::full, .offload_activations = true};
  const MemoryPlan plan =
      plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  EXPECT_EQ(plan.host, plan.host_activations);
  const auto inputs = std::int64_t{24} * 2048 * 512 * 4;  // of the layers, in fp32
  EXPECT_GE(plan.host_activations, inputs);
  EXPECT_LT(plan.host_activations, inputs * 5 / 4);
  experiment.parallel.offload_activations = false;
  EXPECT_EQ(plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16)
                .host_activations,
            0);
}

// The base in bf16, and 16 bytes for each number of the adapters: value, gradient, two moments.
TEST(MemoryPlan, OfAdaptersIsTheirBaseAndLittleMore) {
  const auto model = model_of("llama", {{"vocab_size", 32000},
                                        {"hidden_size", 4096},
                                        {"intermediate_size", 11008},
                                        {"num_hidden_layers", 32},
                                        {"num_attention_heads", 32},
                                        {"max_position_embeddings", 2048}});
  Experiment experiment;
  experiment.data.sequence_length = 512;
  const auto plan = [&] {
    return plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kBFloat16);
  };
  const MemoryPlan whole = plan();
  experiment.lora = {.rank = 8};
  const MemoryPlan adapters = plan();
  const double base = 6738415616, trained = 32.0 * 2 * 8 * (4096 + 4096);
  EXPECT_EQ(static_cast<double>(adapters.parameters), 4 * trained);
  EXPECT_EQ(adapters.gradients, adapters.parameters);
  EXPECT_NEAR(static_cast<double>(adapters.optimizer), 8 * trained, 1e4);
  EXPECT_NEAR(static_cast<double>(adapters.copies), 2 * (base + trained), 0.001 * base);
  EXPECT_LT(adapters.activations, whole.activations);
}

TEST(MemoryPlan, LeavesTheMetaDeviceAsItWas) {
  const auto model = model_of("gpt2", {{"n_embd", 32}, {"n_layer", 1}, {"n_head", 2}});
  Experiment experiment;
  experiment.data.sequence_length = 8;
  const MemoryPlan first = plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1},
                                       at::kFloat),
                   second = plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1},
                                        at::kFloat);
  EXPECT_EQ(first.total(), second.total());
  EXPECT_EQ(first.copies, 0);
  EXPECT_GT(first.activations, 0);
}

// Of each family: every value of its configuration that runs another operation.
struct Variant {
  const char* kind;
  Map config;
  TaskKind task = TaskKind::causal_language_modeling;
};

Map small(Map more) {
  Map config{
      {"vocab_size", 64},         {"hidden_size", 16},        {"intermediate_size", 24},
      {"num_hidden_layers", 2},   {"num_attention_heads", 2}, {"max_position_embeddings", 16},
      {"num_key_value_heads", 2}, {"num_labels", 2},          {"pad_token_id", 0}};
  std::erase_if(config, [&](const auto& entry) { return find(more, entry.first) != nullptr; });
  config.insert(config.end(), more.begin(), more.end());
  return config;
}

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const char* activation : {"gelu_new", "gelu_pytorch_tanh", "gelu", "relu"})
    all.push_back({"gpt2", small({{"activation_function", activation}})});
  for (const char* key :
       {"scale_attn_by_inverse_layer_idx", "scale_attn_weights", "tie_word_embeddings"})
    for (const bool is_on : {false, true}) all.push_back({"gpt2", small({{key, is_on}})});
  for (const char* key : {"embd_pdrop", "resid_pdrop", "attn_pdrop"})
    for (const double rate : {0.0, 0.3}) all.push_back({"gpt2", small({{key, rate}})});
  for (const char* kind : {"llama", "mistral", "qwen2", "qwen3", "smollm3"}) {
    for (const char* activation : {"silu", "gelu_pytorch_tanh"})
      all.push_back({kind, small({{"hidden_act", activation}, {"attention_dropout", 0.1}})});
    for (const char* type : {"default", "linear", "dynamic", "llama3", "yarn"})
      all.push_back({kind, small({{"rope_parameters", Map{{"rope_type", type},
                                                          {"factor", 2.0},
                                                          {"low_freq_factor", 1.0},
                                                          {"high_freq_factor", 4.0},
                                                          {"original_max_position_embeddings", 8}}},
                                  {"tie_word_embeddings", true}})});
  }
  all.push_back({"llama", small({{"attention_bias", true}, {"mlp_bias", true}})});
  all.push_back({"qwen2", small({{"use_sliding_window", true}, {"sliding_window", 4}})});
  all.push_back({"smollm3", small({{"no_rope_layer_interval", 2}})});
  all.push_back({"gemma3", small({{"num_key_value_heads", 1},
                                  {"head_dim", 8},
                                  {"sliding_window", 4},
                                  {"sliding_window_pattern", 2}})});
  for (const char* key : {"use_bias", "use_conv_bias", "tie_word_embeddings"})
    for (const bool is_on : {false, true}) all.push_back({"mamba", small({{key, is_on}})});
  all.push_back(
      {"bert", small({{"tie_word_embeddings", false}}), TaskKind::masked_language_modeling});
  for (const char* kind : {"gpt2", "bert", "llama", "mistral", "qwen2", "qwen3", "smollm3"})
    for (const TaskKind task : {TaskKind::sequence_classification, TaskKind::token_classification})
      all.push_back({kind, small({{"activation_function", "relu"}}), task});
  return all;
}

Result<MemoryPlan> planned(const Variant& variant, Experiment experiment) {
  experiment.task.kind = variant.task;
  experiment.task.labels = {"no", "yes"};
  experiment.data.sequence_length = 16;
  TRY(const auto model, make_model(variant.kind, variant.config, head_of(variant.task)));
  SpecialTokens tokens;
  tokens.mask = 3;
  tokens.vocab_size = 64;
  TRY(const auto task, make_task(experiment, {tokens, experiment.task.labels}));
  return try_to_plan_memory(experiment, *model, *task, {2, 1},
                            compute_type(experiment.precision.kind));
}

TEST(MemoryPlan, KnowsEveryValueOfEveryConfiguration) {
  for (const Variant& variant : variants()) {
    const auto plan = planned(variant, {});
    EXPECT_TRUE(plan) << variant.kind << " " << to_json(Value(variant.config)) << ": "
                      << (plan ? "" : plan.error().message);
  }
}

TEST(MemoryPlan, KnowsEverySettingOfADocument) {
  std::vector<Experiment> documents;
  for (const auto& entry : Names<OptimizerKind>::all)
    documents.emplace_back().optimizer.kind = entry.first;
  for (const auto& entry : Names<PrecisionKind>::all)
    documents.emplace_back().precision.kind = entry.first;
  for (const auto& entry : Names<Recompute>::all)
    documents.emplace_back().parallel.recompute = entry.first;
  documents.emplace_back().optimizer.momentum = 0.9;
  documents.emplace_back().training.neftune_noise_alpha = 5;
  documents.emplace_back().training.label_smoothing_factor = 0.1;
  documents.emplace_back().lora = {.rank = 2, .dropout = 0.1};
  for (const Experiment& document : documents)
    for (const char* kind : {"gpt2", "llama", "gemma3", "mamba"}) {
      const auto plan =
          planned({kind, small({{"num_key_value_heads", 1}, {"head_dim", 8}})}, document);
      EXPECT_TRUE(plan) << kind << ": " << (plan ? "" : plan.error().message);
    }
}

// What an update needs beside its state is at most one more of the largest parameter.
TEST(MemoryPlan, OfAnUpdateHasOneTemporary) {
  const std::int64_t vocabulary = 20000, width = 256, embedding = vocabulary * width * 4;
  const auto model = model_of("gpt2", {{"vocab_size", vocabulary},
                                       {"n_embd", width},
                                       {"n_layer", 2},
                                       {"n_head", 4},
                                       {"n_positions", 16}});
  for (const OptimizerKind kind : {OptimizerKind::adafactor, OptimizerKind::adamw_8bit}) {
    Experiment experiment;
    experiment.data.sequence_length = 8;
    experiment.optimizer.kind = kind;
    const MemoryPlan plan =
        plan_memory(experiment, *model, *make_task(experiment).value(), {1, 1}, at::kFloat);
    EXPECT_LT(plan.activations, embedding * 3 / 2) << name_of(kind);
  }
}

// A model with an operation that the meta device does not know.
class Unplannable final : public Model {
 public:
  explicit Unplannable(const Model& model) : model_(model) {}
  const ParameterTable& table() const override { return model_.table(); }
  std::int64_t vocab_size() const override { return model_.vocab_size(); }
  std::int64_t max_positions() const override { return model_.max_positions(); }
  Map config() const override { return model_.config(); }
  WeightNames weight_names() const override { return model_.weight_names(); }
  at::Tensor embed(const LayerParameters&, const Context&) const override {
    throw std::runtime_error("aten::new_operator has no kernel for Meta tensors");
  }
  at::Tensor layer(std::int64_t, const at::Tensor& x, const LayerParameters&,
                   const Context&) const override {
    return x;
  }
  at::Tensor finish(const at::Tensor& x, const LayerParameters&, const Context&) const override {
    return x;
  }
  Head head(const Parameters& parameters) const override { return model_.head(parameters); }

 private:
  const Model& model_;
};

TEST(MemoryPlan, ThatCannotBeMadeIsAnErrorAndNoException) {
  const auto model = model_of("gpt2", small({}));
  Experiment experiment;
  experiment.data.sequence_length = 16;
  const auto plan = try_to_plan_memory(experiment, Unplannable(*model),
                                       *make_task(experiment).value(), {1, 1}, at::kFloat);
  ASSERT_FALSE(plan);
  EXPECT_NE(plan.error().message.find("new_operator"), std::string::npos);
}

}  // namespace
}  // namespace trainyard
