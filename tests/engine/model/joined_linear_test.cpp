// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/joined_linear.h"

#include <gtest/gtest.h>

#include "engine/model/layer_functions.h"
#include "engine/model/model.h"

namespace trainyard {
namespace {

const Context kTraining{.mode = {.training = true}};

std::unique_ptr<Model> model_with_biases(const char* kind) {
  Map config = {{"vocab_size", 61},       {"max_position_embeddings", 16},
                {"hidden_size", 64},      {"intermediate_size", 64},
                {"num_hidden_layers", 2}, {"num_attention_heads", 4}};
  if (std::string(kind) != "bert") config.emplace_back("num_key_value_heads", 2);
  return std::move(make_model(kind, config).value());
}

// The maps of the layer's parameters whose names end like these.
std::vector<LinearMap> maps_of(const Model& model, const Parameters& parameters,
                               const std::vector<std::string>& names) {
  const LayerParameters& layer = parameters.layers()[1];
  const auto named = [&](const std::string& end) -> const Parameter* {
    for (std::size_t i = 0; i < layer.parameters.size(); ++i)
      if (model.table()[1].parameters[i].name.ends_with(end)) return &layer.parameters[i];
    return nullptr;
  };
  std::vector<LinearMap> maps;
  for (const std::string& name : names)
    maps.push_back({named(name + ".weight"), named(name + ".bias")});
  return maps;
}

struct Outcome {
  std::vector<at::Tensor> results;
  at::Tensor x_gradient, gradients;
};

Outcome outcome_of(const char* kind, const std::vector<std::string>& names, at::ScalarType type,
                   bool is_joined) {
  const auto model = model_with_biases(kind);
  Parameters parameters(model->table(), at::kCPU, type);
  parameters.initialize(3);
  parameters.update_copies();
  const std::vector<LinearMap> maps = maps_of(*model, parameters, names);
  EXPECT_TRUE(can_be_joined(maps)) << kind << ": " << names.front();
  const at::Tensor x =
      at::randn({9, 64}, at::make_generator<at::CPUGeneratorImpl>(1)).requires_grad_(true);
  Outcome outcome;
  std::vector<std::int64_t> widths;
  for (const LinearMap& map : maps) widths.push_back(map.weight->value.size(0));
  outcome.results =
      is_joined ? joined_product(x, maps).split_with_sizes(widths, 1) : linears(x, maps, kTraining);
  at::Tensor sum = at::zeros({});
  for (std::size_t i = 0; i < outcome.results.size(); ++i)
    sum = sum + (outcome.results[i].to(at::kFloat).sin() * static_cast<double>(i + 1)).sum();
  sum.backward();
  outcome.x_gradient = x.grad();
  outcome.gradients = parameters.layers()[1].flat_gradient.clone();
  return outcome;
}

double difference(const at::Tensor& a, const at::Tensor& b) {
  return ((a.to(at::kDouble) - b.to(at::kDouble)).norm() / b.to(at::kDouble).norm()).item<double>();
}

TEST(JoinedLinear, IsWhatTheMapsAreApart) {
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {"llama", {"q_proj", "k_proj", "v_proj"}},
      {"llama", {"gate_proj", "up_proj"}},
      {"qwen2", {"q_proj", "k_proj", "v_proj"}},
      {"qwen3", {"gate_proj", "up_proj"}},
      {"gemma3", {"q_proj", "k_proj", "v_proj"}},
      {"bert", {"self.query", "self.key", "self.value"}}};
  for (const auto& [kind, names] : cases)
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
      const Outcome apart = outcome_of(kind, names, type, false),
                    joined = outcome_of(kind, names, type, true);
      // Sums of 16 bits may be rounded elsewhere.
      const double bound = type == at::kFloat ? 1e-6 : 1e-2;
      ASSERT_EQ(joined.results.size(), names.size());
      for (std::size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(joined.results[i].sizes(), apart.results[i].sizes());
        EXPECT_LT(difference(joined.results[i], apart.results[i]), bound)
            << kind << " " << names[i];
      }
      EXPECT_LT(difference(joined.x_gradient, apart.x_gradient), bound) << kind;
      EXPECT_GT(apart.gradients.norm().item<double>(), 0);
      EXPECT_LT(difference(joined.gradients, apart.gradients), bound) << kind;
    }
}

TEST(JoinedLinear, IsNotWhatLiesApart) {
  const auto model = model_with_biases("llama");
  Parameters parameters(model->table(), at::kCPU);
  EXPECT_FALSE(can_be_joined(maps_of(*model, parameters, {"q_proj", "v_proj"})));
  EXPECT_FALSE(can_be_joined(maps_of(*model, parameters, {"k_proj", "q_proj"})));
  EXPECT_FALSE(can_be_joined(maps_of(*model, parameters, {"q_proj", "down_proj"})));
}

}  // namespace
}  // namespace trainyard
