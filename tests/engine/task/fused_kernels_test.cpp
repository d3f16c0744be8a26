// SPDX-License-Identifier: GPL-3.0-or-later
// Training with the engine's own kernels, which run on the processor here, beside training with
// operators: the same loss and gradients of each family of models, dropout's masks included.
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/data/flat_rows.h"
#include "engine/task/task.h"
#include "tests/engine/emulated_kernels.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::int64_t kWords = 61;

struct Family {
  std::string name;
  std::string kind;
  Map config;
  TaskKind task = TaskKind::causal_language_modeling;
};

const Map kGpt2 = {{"vocab_size", kWords}, {"n_positions", 96}, {"n_embd", 32},
                   {"n_head", 4},          {"n_layer", 2},      {"resid_pdrop", 0.2},
                   {"embd_pdrop", 0.1},    {"attn_pdrop", 0.1}};

Map decoder_with(const Map& more) {
  Map config = {{"vocab_size", kWords},     {"max_position_embeddings", 96},
                {"hidden_size", 32},        {"intermediate_size", 48},
                {"num_hidden_layers", 2},   {"num_attention_heads", 4},
                {"num_key_value_heads", 2}, {"head_dim", 8}};
  for (const auto& entry : more) config.push_back(entry);
  return config;
}

std::vector<Family> families() {
  return {{"Gpt2", "gpt2", kGpt2},
          {"Bert",
           "bert",
           {{"vocab_size", kWords},
            {"max_position_embeddings", 96},
            {"hidden_size", 32},
            {"intermediate_size", 48},
            {"num_hidden_layers", 2},
            {"num_attention_heads", 4},
            {"hidden_dropout_prob", 0.2},
            {"attention_probs_dropout_prob", 0.1}},
           TaskKind::masked_language_modeling},
          {"Llama", "llama", decoder_with({})},
          {"Qwen2", "qwen2", decoder_with({})},
          {"Qwen3", "qwen3", decoder_with({})},
          {"Gemma3", "gemma3", decoder_with({})},
          {"Mistral", "mistral", decoder_with({{"sliding_window", 5}})},
          {"Smollm3", "smollm3", decoder_with({})},
          {"Mamba",
           "mamba",
           {{"vocab_size", kWords},
            {"hidden_size", 32},
            {"num_hidden_layers", 2},
            {"state_size", 8},
            {"intermediate_size", 64}}}};
}

struct Trained {
  double loss = 0.0;
  at::Tensor gradients;  // of all parameters
};

enum class Rows { of_one_length, joined };

Trained trained(const Family& family, at::ScalarType type, const ForwardMode& mode, Rows rows) {
  Experiment experiment;
  experiment.task.kind = family.task;
  const auto model = std::move(make_model(family.kind, family.config).value());
  Parameters parameters(model->table(), at::kCPU, type);
  parameters.initialize(7);
  parameters.update_copies();
  const auto task =
      std::move(make_task(experiment, {{.vocab_size = kWords, .mask = 1}, {}}).value());
  MicroBatch micro = rows_of(random_ids(kWords, {3, 21}), 5);
  if (rows == Rows::joined) micro = flattened(micro);
  const Batch batch = task->batch(micro, at::kCPU);
  Trained result;
  result.loss = task->train(*model, parameters, batch, 0.02, mode).item<double>();
  parameters.complete_gradients();
  std::vector<at::Tensor> all;
  for (const at::Tensor& gradient : flat_gradients(parameters)) all.push_back(gradient.clone());
  result.gradients = at::cat(all);
  return result;
}

double distance(const Trained& one, const Trained& other) {
  return (one.gradients - other.gradients).norm().item<double>() /
         other.gradients.norm().item<double>();
}

std::ostream& operator<<(std::ostream& out, const Family& family) { return out << family.name; }

class FusedKernelsOf : public testing::TestWithParam<Family> {};

TEST_P(FusedKernelsOf, AreTheOperatorsInFp32) {
  const ForwardMode plain, recomputing{.recompute = Recompute::full};
  for (const ForwardMode& mode : {plain, recomputing}) {
    const Trained wanted = trained(GetParam(), at::kFloat, mode, Rows::of_one_length);
    const EmulatedKernels open;
    const Trained found = trained(GetParam(), at::kFloat, mode, Rows::of_one_length);
    EXPECT_NEAR(found.loss, wanted.loss, 1e-5 * wanted.loss);
    EXPECT_LT(distance(found, wanted), 1e-5);
  }
}

TEST_P(FusedKernelsOf, AreTheOperatorsForJoinedRows) {
  if (GetParam().kind == "mamba") GTEST_SKIP() << "its state would pass from row to row";
  const Trained wanted = trained(GetParam(), at::kFloat, {}, Rows::joined);
  const EmulatedKernels open;
  const Trained found = trained(GetParam(), at::kFloat, {}, Rows::joined);
  EXPECT_NEAR(found.loss, wanted.loss, 1e-5 * wanted.loss);
  EXPECT_LT(distance(found, wanted), 1e-5);
}

// Beside fp32, which is what both round.
TEST_P(FusedKernelsOf, RoundNoMoreThanOperatorsInBf16) {
  const Trained exact = trained(GetParam(), at::kFloat, {}, Rows::of_one_length),
                operators = trained(GetParam(), at::kBFloat16, {}, Rows::of_one_length);
  const EmulatedKernels open;
  const Trained found = trained(GetParam(), at::kBFloat16, {}, Rows::of_one_length);
  const double of_operators = distance(operators, exact), of_kernels = distance(found, exact);
  EXPECT_GT(of_operators, 0.0);
  EXPECT_LT(of_kernels, 1.5 * of_operators);
  EXPECT_NEAR(found.loss, exact.loss, 0.02 * exact.loss);
}

INSTANTIATE_TEST_SUITE_P(Families, FusedKernelsOf, testing::ValuesIn(families()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace trainyard
