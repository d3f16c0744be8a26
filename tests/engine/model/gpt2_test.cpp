// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/gpt2.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/model/forward.h"

namespace trainyard {
namespace {

Map small_config() {
  return {{"vocab_size", 50}, {"n_positions", 16}, {"n_embd", 24}, {"n_layer", 2}, {"n_head", 3}};
}

const ParameterSpec* spec_of(const ParameterTable& table, const std::string& name) {
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters)
      if (spec.name == name) return &spec;
  return nullptr;
}

TEST(Gpt2Config, AnEmptyConfigurationIsGpt2Small) {
  const Result<Gpt2Config> config = read_gpt2_config({});
  ASSERT_TRUE(config);
  EXPECT_EQ(num_elements(gpt2_table(*config)), 124439808);
}

TEST(Gpt2Config, ReadsEveryValue) {
  const Result<Gpt2Config> config = read_gpt2_config({{"model_type", "gpt2"},
                                                      {"vocab_size", 100},
                                                      {"n_positions", 8},
                                                      {"n_embd", 12},
                                                      {"n_layer", 1},
                                                      {"n_head", 2},
                                                      {"n_inner", 20},
                                                      {"activation_function", "relu"},
                                                      {"resid_pdrop", 0},
                                                      {"embd_pdrop", 0.2},
                                                      {"attn_pdrop", 0.3},
                                                      {"layer_norm_epsilon", 1e-6},
                                                      {"initializer_range", 0.1},
                                                      {"scale_attn_weights", false},
                                                      {"scale_attn_by_inverse_layer_idx", true},
                                                      {"tie_word_embeddings", false}});
  ASSERT_TRUE(config);
  EXPECT_EQ(config->n_inner, 20);
  EXPECT_EQ(config->activation, Activation::relu);
  EXPECT_EQ(config->resid_pdrop, 0.0);
  EXPECT_EQ(config->embd_pdrop, 0.2);
  EXPECT_EQ(config->attn_pdrop, 0.3);
  EXPECT_EQ(config->layer_norm_epsilon, 1e-6);
  EXPECT_FALSE(config->scale_attn_weights);
  EXPECT_TRUE(config->scale_attn_by_inverse_layer_idx);
  EXPECT_NE(spec_of(gpt2_table(*config), "lm_head.weight"), nullptr);
}

TEST(Gpt2Config, RefusesWhatCannotBe) {
  const struct {
    Map config;
    const char* message;
  } cases[] = {
      {{{"n_embd", 10}, {"n_head", 3}},
       "model configuration: n_embd (10) must be divisible by n_head (3)"},
      {{{"n_layer", 0}}, "model configuration: n_layer is 0, but must be at least 1"},
      {{{"n_layer", "four"}}, "model configuration: n_layer must be a whole number"},
      {{{"resid_pdrop", 1.0}}, "model configuration: resid_pdrop is 1, but must be below 1"},
      {{{"model_type", "bert"}},
       "model configuration: model_type is \"bert\", but model.kind is gpt2; set model.kind to "
       "bert"},
      {{{"activation_function", "swish"}},
       "model configuration: activation_function is \"swish\"; supported are gelu_new, "
       "gelu_pytorch_tanh, gelu, relu"},
  };
  for (const auto& [map, message] : cases) {
    const Result<Gpt2Config> config = read_gpt2_config(map);
    ASSERT_FALSE(config) << message;
    EXPECT_EQ(config.error().message, message);
    EXPECT_EQ(config.error().exit_code, ExitCode::invalid_input);
  }
}

TEST(Gpt2Table, InitialisesAndDecaysAsTransformersDoes) {
  const ParameterTable table = gpt2_table(*read_gpt2_config(small_config()));
  const ParameterSpec* residual = spec_of(table, "transformer.h.1.mlp.c_proj.weight");
  ASSERT_NE(residual, nullptr);
  EXPECT_DOUBLE_EQ(residual->spread, 0.02 / std::sqrt(4.0));
  EXPECT_EQ(residual->shape, (std::vector<std::int64_t>{96, 24}));
  EXPECT_DOUBLE_EQ(spec_of(table, "transformer.h.1.attn.c_attn.weight")->spread, 0.02);
  EXPECT_EQ(spec_of(table, "transformer.h.0.ln_1.weight")->initialization, Initialization::ones);
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters)
      EXPECT_EQ(spec.weight_decay, spec.shape.size() == 2) << spec.name;
}

TEST(Gpt2, HiddenStatesAreCausal) {
  const auto model = make_gpt2(small_config());
  ASSERT_TRUE(model);
  Parameters parameters((*model)->table(), at::kCPU);
  parameters.initialize(1);
  ForwardMode evaluation;
  evaluation.training = false;
  at::Tensor ids = at::arange(20, at::kLong).view({2, 10});
  const auto hidden = [&] {
    return forward(**model, parameters, {.input_ids = ids}, evaluation).view({2, 10, 24});
  };
  const at::Tensor before = hidden();
  ids[0][6] = 49;
  const at::Tensor after = hidden();
  EXPECT_TRUE(before[0].narrow(0, 0, 6).allclose(after[0].narrow(0, 0, 6), 1e-5, 1e-6));
  EXPECT_TRUE(before[1].allclose(after[1], 1e-5, 1e-6));
  EXPECT_GT((before[0][6] - after[0][6]).abs().max().item<float>(), 1e-3F);
}

TEST(Gpt2, TooLongASequenceIsRefused) {
  const auto model = make_gpt2(small_config());
  ASSERT_TRUE(model);
  Parameters parameters((*model)->table(), at::kCPU);
  const at::Tensor ids = at::zeros({1, 17}, at::kLong);
  EXPECT_THROW(forward(**model, parameters, {.input_ids = ids}, {}), c10::Error);
}

TEST(Gpt2, TheHeadIsTheEmbeddingUnlessUntied) {
  Map config = small_config();
  const auto tied = make_gpt2(config);
  Parameters tied_parameters((*tied)->table(), at::kCPU);
  EXPECT_TRUE((*tied)
                  ->head(tied_parameters)
                  .weight.value.is_same(tied_parameters.find("transformer.wte.weight")));
  config.emplace_back("tie_word_embeddings", false);
  const auto untied = make_gpt2(config);
  Parameters untied_parameters((*untied)->table(), at::kCPU);
  EXPECT_TRUE((*untied)
                  ->head(untied_parameters)
                  .weight.value.is_same(untied_parameters.find("lm_head.weight")));
}

}  // namespace
}  // namespace trainyard
