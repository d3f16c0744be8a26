// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/adapters.h"

#include <cmath>

#include <ATen/core/grad_mode.h>
#include <gtest/gtest.h>

#include "engine/model/forward.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

std::unique_ptr<Model> small_model(const std::string& kind,
                                   HeadKind head = HeadKind::language_modeling) {
  Map config = {{"vocab_size", 61}};
  for (const auto& entry :
       kind == "gpt2" ? Map{{"n_positions", 16}, {"n_embd", 32}, {"n_layer", 2}, {"n_head", 4}}
                      : Map{{"max_position_embeddings", 16},
                            {"hidden_size", 32},
                            {"intermediate_size", 48},
                            {"num_hidden_layers", 2},
                            {"num_attention_heads", 4}})
    config.push_back(entry);
  return std::move(make_model(kind, config, head).value());
}

std::vector<std::string> adapted(const ParameterTable& table) {
  std::vector<std::string> names;
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters)
      if (spec.adapter) names.push_back(spec.name);
  return names;
}

const ParameterSpec& spec_called(const ParameterTable& table, const std::string& name) {
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters)
      if (spec.name == name) return spec;
  throw std::runtime_error("there is no " + name);
}

TEST(TrainedTable, IsTheModelsWithoutARank) {
  const auto model = small_model("gpt2");
  const ParameterTable table = trained_table(*model, {}).value();
  EXPECT_EQ(num_elements(table), num_elements(model->table()));
  EXPECT_TRUE(adapted(table).empty());
  EXPECT_TRUE(spec_called(table, "transformer.wte.weight").trainable);
}

TEST(TrainedTable, HasAdaptersAtTheEndOfTheLayersAndNothingElseToTrain) {
  const auto model = small_model("gpt2");
  const ParameterTable table =
      trained_table(*model, {.rank = 4, .alpha = 6, .dropout = 0.1}).value();
  EXPECT_EQ(adapted(table), (std::vector<std::string>{"transformer.h.0.attn.c_attn.weight",
                                                      "transformer.h.1.attn.c_attn.weight"}));
  const std::vector<ParameterSpec>& layer = table[1].parameters;
  ASSERT_EQ(layer.size(), model->table()[1].parameters.size() + 2);
  const ParameterSpec &a = layer[layer.size() - 2], &b = layer[layer.size() - 1];
  EXPECT_EQ(a.name, "transformer.h.0.attn.c_attn.lora_A.weight");
  EXPECT_EQ(a.shape, (std::vector<std::int64_t>{4, 32}));
  EXPECT_EQ(a.initialization, Initialization::uniform);
  EXPECT_DOUBLE_EQ(a.spread, 1.0 / std::sqrt(32.0));
  EXPECT_EQ(b.shape, (std::vector<std::int64_t>{96, 4}));
  const AdapterSpec adapter =
      spec_called(table, "transformer.h.0.attn.c_attn.weight").adapter.value();
  EXPECT_EQ(adapter.a, layer.size() - 2);
  EXPECT_EQ(adapter.b, layer.size() - 1);
  EXPECT_DOUBLE_EQ(adapter.scale, 1.5);
  EXPECT_DOUBLE_EQ(adapter.dropout, 0.1);
  for (const LayerSpec& every : table)
    for (const ParameterSpec& spec : every.parameters)
      EXPECT_EQ(spec.trainable, is_adapter(spec.name)) << spec.name;
}

TEST(TrainedTable, DividesByTheRootOfTheRankWhereAsked) {
  const ParameterTable table =
      trained_table(*small_model("llama"), {.rank = 4, .alpha = 6, .use_rslora = true}).value();
  const std::string name = "model.layers.1.self_attn.v_proj.weight";
  EXPECT_DOUBLE_EQ(spec_called(table, name).adapter->scale, 3.0);
}

TEST(TrainedTable, ChoosesByTheEndOfNames) {
  const auto model = small_model("bert");
  const auto chosen = [&](TextList targets) {
    return adapted(
        trained_table(*model, {.rank = 2, .target_modules = std::move(targets)}).value());
  };
  EXPECT_EQ(chosen({}).size(), 4u);  // query and value
  EXPECT_EQ(chosen({"all-linear"}).size(), 12u);
  EXPECT_EQ(chosen({"output.dense"}).size(), 4u);
  EXPECT_EQ(chosen({"bert.encoder.layer.1.intermediate.dense", "key"}).size(), 3u);
}

TEST(TrainedTable, NamesTheModulesWhereOneIsNotThere) {
  const auto table =
      trained_table(*small_model("gpt2"), {.rank = 2, .target_modules = {"c_attn", "attn"}});
  ASSERT_FALSE(table);
  EXPECT_EQ(
      table.error().message,
      "lora.target_modules: this model's layers have no module attn; choose from c_attn, c_proj, "
      "c_fc");
}

TEST(TargetModules, AreTheLastPartsOfNamesWhereTheseChooseNoOthers) {
  const auto targets = [](const char* kind, TextList names) {
    return target_modules(
        trained_table(*small_model(kind), {.rank = 2, .target_modules = std::move(names)}).value());
  };
  EXPECT_EQ(targets("llama", {}), (std::vector<std::string>{"q_proj", "v_proj"}));
  EXPECT_EQ(
      targets("gpt2", {"attn.c_proj"}),
      (std::vector<std::string>{"transformer.h.0.attn.c_proj", "transformer.h.1.attn.c_proj"}));
  // The head's transform is called dense too.
  EXPECT_EQ(targets("bert", {"intermediate.dense"}),
            (std::vector<std::string>{"bert.encoder.layer.0.intermediate.dense",
                                      "bert.encoder.layer.1.intermediate.dense"}));
}

TEST(SavedModules, AreHeadsOfClassification) {
  const auto saved = [](const char* kind, HeadKind head) {
    const ParameterTable table = trained_table(*small_model(kind, head), {.rank = 2}).value();
    for (const LayerSpec& layer : table)
      for (const ParameterSpec& spec : layer.parameters)
        EXPECT_EQ(spec.trainable, spec.is_of_task || is_adapter(spec.name)) << spec.name;
    return saved_modules(table);
  };
  EXPECT_TRUE(saved("bert", HeadKind::language_modeling).empty());
  EXPECT_EQ(saved("bert", HeadKind::sequence_classification),
            (std::vector<std::string>{"classifier", "pooler"}));
  EXPECT_EQ(saved("bert", HeadKind::token_classification),
            (std::vector<std::string>{"classifier"}));
  EXPECT_EQ(saved("llama", HeadKind::token_classification), (std::vector<std::string>{"score"}));
  EXPECT_EQ(saved("gpt2", HeadKind::sequence_classification), (std::vector<std::string>{"score"}));
}

// With B at zero the model is its base; a step of B's changes what it computes.
TEST(Adapters, BeginAsNothing) {
  for (const char* kind : {"gpt2", "llama", "bert"})
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
      const auto model = small_model(kind);
      Parameters whole(model->table(), at::kCPU, type),
          parts(trained_table(*model, {.rank = 4, .target_modules = {"all-linear"}}).value(),
                at::kCPU, type);
      whole.initialize(3);
      parts.initialize(3);
      const Batch batch{.input_ids = random_ids(61, {2, 16})};
      const auto run = [&](const Parameters& parameters) {
        return forward(*model, parameters, batch, {.training = false});
      };
      const at::Tensor before = run(parts);
      EXPECT_TRUE(before.allclose(run(whole), 1e-2, type == at::kFloat ? 1e-6 : 2e-2)) << kind;
      const at::NoGradGuard no_grad;
      for (LayerParameters& layer : parts.layers()) layer.flat.add_(0.1);
      parts.update_copies();
      EXPECT_FALSE(run(parts).allclose(before, 1e-2, 1e-2)) << kind;
    }
}

}  // namespace
}  // namespace trainyard
