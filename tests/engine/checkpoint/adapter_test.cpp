// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/adapter.h"

#include <gtest/gtest.h>

#include "engine/checkpoint/weight_files.h"
#include "engine/model/adapters.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const LoraSection kLora{.rank = 2, .alpha = 3, .dropout = 0.25};

std::unique_ptr<Model> tiny_bert() {
  return std::move(make_model("bert", {{"vocab_size", 11},
                                       {"max_position_embeddings", 4},
                                       {"hidden_size", 8},
                                       {"intermediate_size", 12},
                                       {"num_hidden_layers", 1},
                                       {"num_attention_heads", 2}})
                       .value());
}

Parameters adapted_parameters(std::uint64_t seed) {
  Parameters parameters(trained_table(*tiny_bert(), kLora).value(), at::kCPU);
  parameters.initialize(seed);
  const at::NoGradGuard no_grad;
  for (LayerParameters& layer : parameters.layers()) layer.flat.add_(static_cast<double>(seed));
  return parameters;
}

NamedTensors weights_of(const Parameters& parameters) {
  return adapter_weights(parameters.table(), named_weights(parameters));
}

TEST(AdapterWeights, ComeBackBitByBitAndAlone) {
  const TemporaryFolder scratch;
  const Parameters written = adapted_parameters(1);
  const NamedTensors tensors = weights_of(written);
  ASSERT_EQ(tensors.size(), 4u);
  EXPECT_EQ(tensors[0].first,
            "base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight");
  EXPECT_FALSE(is_adapter_folder(scratch.path()));
  ASSERT_TRUE(save_tensors(scratch / kAdapterWeights, tensors).ok());
  EXPECT_TRUE(is_adapter_folder(scratch.path()));
  Parameters read = adapted_parameters(2);
  const at::Tensor base = read.find("bert.embeddings.word_embeddings.weight").clone();
  const auto left = load_adapter(scratch.path(), read);
  ASSERT_TRUE(left.ok()) << left.error().message;
  EXPECT_TRUE(left->empty());
  const NamedTensors found = weights_of(read);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    EXPECT_TRUE(found[i].second.equal(tensors[i].second)) << tensors[i].first;
  EXPECT_TRUE(read.find("bert.embeddings.word_embeddings.weight").equal(base));
}

TEST(AdapterWeights, OfOtherModulesAreRefused) {
  const TemporaryFolder scratch;
  NamedTensors tensors = weights_of(adapted_parameters(1));
  tensors.emplace_back("base_model.model.other.lora_A.weight", at::ones({2, 2}));
  ASSERT_TRUE(save_tensors(scratch / kAdapterWeights, tensors).ok());
  Parameters read = adapted_parameters(2);
  EXPECT_EQ(load_adapter(scratch.path(), read).value(),
            (std::vector<std::string>{"base_model.model.other.lora_A.weight"}));
  LoraSection wider = kLora;
  wider.rank = 3;
  Parameters other(trained_table(*tiny_bert(), wider).value(), at::kCPU);
  EXPECT_EQ(load_adapter(scratch.path(), other).error().code, "checkpoint.other_model");
}

// With what was trained, and the model that it belongs to, in a folder of its own.
TEST(LoadWeights, FillsTheBaseAlone) {
  const TemporaryFolder scratch;
  const auto model = tiny_bert();
  Parameters base(model->table(), at::kCPU);
  base.initialize(7);
  ASSERT_TRUE(save_weights(scratch.path(), named_weights(base), 1 << 30).ok());
  Parameters read = adapted_parameters(2);
  const at::Tensor before = read.layers()[1].flat.clone();
  const auto left = load_weights(scratch.path(), read, model->weight_names());
  ASSERT_TRUE(left.ok()) << left.error().message;
  EXPECT_TRUE(read.layers()[1].flat.equal(before));
  const std::string name = "bert.encoder.layer.0.output.dense.weight";
  EXPECT_TRUE(read.find(name).equal(base.find(name)));
}

TEST(AdapterConfig, IsPefts) {
  const auto model = tiny_bert();
  const ParameterTable table = trained_table(*model, kLora).value();
  const auto config = [&](TaskKind task) {
    return adapter_config(kLora, *model, table, task, "/data/bert");
  };
  const Map masked = config(TaskKind::masked_language_modeling);
  EXPECT_EQ(get<std::string>(masked, "peft_type"), "LORA");
  EXPECT_EQ(get<std::string>(masked, "base_model_name_or_path"), "/data/bert");
  EXPECT_EQ(get<std::int64_t>(masked, "r"), 2);
  EXPECT_EQ(get<std::int64_t>(masked, "lora_alpha"), 3);
  EXPECT_EQ(get<double>(masked, "lora_dropout"), 0.25);
  EXPECT_EQ(get<List>(masked, "target_modules"), (List{"query", "value"}));
  EXPECT_FALSE(get<bool>(masked, "fan_in_fan_out", true));
  EXPECT_TRUE(find(masked, "task_type")->is_null());
  EXPECT_TRUE(find(masked, "modules_to_save")->is_null());
  EXPECT_EQ(get<std::string>(get<Map>(masked, "auto_mapping"), "base_model_class"),
            "BertForMaskedLM");
  EXPECT_EQ(get<std::string>(config(TaskKind::sequence_classification), "task_type"), "SEQ_CLS");
  EXPECT_EQ(get<std::string>(config(TaskKind::token_classification), "task_type"), "TOKEN_CLS");
}

}  // namespace
}  // namespace trainyard
