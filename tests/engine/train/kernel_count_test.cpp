// SPDX-License-Identifier: GPL-3.0-or-later
// How many kernels a layer costs, forward and backward, held against the table of
// resources/help/speed.md: many small ones leave a GPU waiting for the next.
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/meta_kernels.h"
#include "engine/optim/optimizer.h"
#include "engine/parallel/process_group.h"
#include "engine/task/task.h"
#include "engine/train/optimizer_step.h"
#include "tests/engine/kernel_counts.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::int64_t kWords = 61, kTokens = 40;

using Counts = KernelCounts::Counts;

std::unique_ptr<Model> model_of(ModelKind kind, std::int64_t layers) {
  Map config = {{"vocab_size", kWords}};
  if (kind == ModelKind::gpt2) {
    for (auto& entry : Map{{"n_positions", kTokens},
                           {"n_embd", 32},
                           {"n_head", 4},
                           {"n_layer", layers},
                           {"resid_pdrop", 0.0},
                           {"embd_pdrop", 0.0},
                           {"attn_pdrop", 0.0}})
      config.push_back(entry);
  } else {
    for (auto& entry : Map{{"max_position_embeddings", kTokens},
                           {"hidden_size", 32},
                           {"intermediate_size", 48},
                           {"num_hidden_layers", layers},
                           {"num_attention_heads", 4}})
      config.push_back(entry);
    if (kind == ModelKind::bert)
      for (auto& entry : Map{{"hidden_dropout_prob", 0.0}, {"attention_probs_dropout_prob", 0.0}})
        config.push_back(entry);
    else
      for (auto& entry : Map{{"num_key_value_heads", 2}, {"head_dim", 8}}) config.push_back(entry);
  }
  return std::move(make_model(std::string(name_of(kind)), config).value());
}

Counts counted(ModelKind kind, std::int64_t layers, bool is_trained) {
  Experiment experiment;
  if (kind == ModelKind::bert) experiment.task.kind = TaskKind::masked_language_modeling;
  const auto model = model_of(kind, layers);
  Parameters parameters(model->table(), at::kMeta, at::kBFloat16);
  const auto task =
      std::move(make_task(experiment, {{.vocab_size = kWords, .mask = 1}, {}}).value());
  const Batch batch = task->batch(rows_of(random_ids(kWords, {3, kTokens})), at::kMeta);
  const auto run = [&] {
    if (is_trained)
      task->train(*model, parameters, batch, 1.0, {});
    else
      forward(*model, parameters, batch, {});
  };
  run();  // makes what is kept from step to step
  const KernelCounts watch;
  run();
  return watch.counts();
}

// What one layer more adds, and its parts in words.
std::pair<int, std::string> of_a_layer(ModelKind kind, bool is_trained) {
  Counts more = counted(kind, 3, is_trained);
  for (const auto& [name, count] : counted(kind, 2, is_trained)) more[name] -= count;
  int sum = 0;
  std::string parts;
  for (const auto& [name, count] : more) {
    sum += count;
    if (count != 0) parts += name + " " + std::to_string(count) + ", ";
  }
  return {sum, parts};
}

TEST(KernelCount, IsTheTableOfTheHelp) {
  use_meta_kernels();
  std::ifstream file(TRAINYARD_SOURCE_DIR "/resources/help/speed.md");
  const std::string help((std::istreambuf_iterator<char>(file)), {});
  for (const auto& [kind, name] : Names<ModelKind>::all) {
    if (kind == ModelKind::mamba) continue;  // on a GPU its scan goes token by token
    // The fused attention is one each way; what stands for it on the meta device makes shapes only.
    const auto [forward, forward_parts] = of_a_layer(kind, false);
    const auto [both, all_parts] = of_a_layer(kind, true);
    ASSERT_GT(forward, 5);
    ASSERT_GT(both, forward);
    const std::string row = "| " + std::string(name) + " | " + std::to_string(forward + 1) + " | " +
                            std::to_string(both - forward + 1) + " |";
    EXPECT_NE(help.find(row), std::string::npos)
        << row << "\nforward: " << forward_parts << "\nboth: " << all_parts;
  }
}

struct CountedStep {
  const char* name;
  const char* kind;
  Map config;
  std::int64_t rows, length;
  int num_masks = 0;  // of dropout, in both passes
};

// What the operators of a mask start on a GPU, where the meta device starts nothing.
constexpr int kernels_of_a_mask = 29;

const Map gpt2_without_dropout = {{"resid_pdrop", 0.0}, {"embd_pdrop", 0.0}, {"attn_pdrop", 0.0}};

Map with_entries(Map map, const Map& more) {
  for (const auto& entry : more) map.push_back(entry);
  return map;
}

const Map gpt2_medium = {{"vocab_size", 50257},
                         {"n_positions", 1024},
                         {"n_embd", 1024},
                         {"n_layer", 24},
                         {"n_head", 16}};
const Map gpt2_small = {
    {"vocab_size", 50257}, {"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}, {"n_head", 12}};
const Map small_llama = {{"vocab_size", 32000},       {"hidden_size", 512},
                         {"intermediate_size", 2048}, {"num_hidden_layers", 8},
                         {"num_attention_heads", 8},  {"max_position_embeddings", 512}};

const CountedStep counted_steps[] = {
    {"GPT-2 355 M, 8 x 512", "gpt2", with_entries(gpt2_medium, gpt2_without_dropout), 8, 512},
    {"GPT-2 355 M with dropout, 8 x 512", "gpt2", gpt2_medium, 8, 512, 2 * (2 * 24 + 1)},
    {"GPT-2 124 M, 32 x 1024", "gpt2", with_entries(gpt2_small, gpt2_without_dropout), 32, 1024},
    {"Llama 67 M, 8 x 512", "llama", small_llama, 8, 512},
};

// Of forward and backward pass with the loss, and of norm, clipping and update.
std::pair<int, int> kernels_of(const CountedStep& step) {
  Experiment experiment;
  experiment.resources.gpus_per_node = 1;  // whose chunks of the loss are larger
  const auto model = std::move(make_model(step.kind, step.config).value());
  Parameters parameters(model->table(), at::kMeta, at::kBFloat16);
  const auto optimizer = make_optimizer(experiment.optimizer, parameters);
  const auto task =
      std::move(make_task(experiment, {{.vocab_size = model->vocab_size()}, {}}).value());
  const Batch batch =
      task->batch(rows_of(random_ids(model->vocab_size(), {step.rows, step.length})), at::kMeta);
  const auto group = std::move(make_process_group({}, at::kCPU, std::chrono::seconds(1)).value());
  const auto count_of = [](const std::function<void()>& work) {
    work();  // makes what is kept from step to step
    const KernelCounts watch;
    work();
    return watch.sum();
  };
  const ForwardMode mode{.fused_attention_dropout = true};
  const int both = count_of([&] { task->train(*model, parameters, batch, 1.0 / 1000, mode); });
  const int whole = count_of([&] {
    optimizer_step({at::kMeta, *model, parameters, *task, *optimizer, *group}, {batch}, 1000,
                   {.mode = mode, .learning_rate = 1e-3, .max_gradient_norm = 1.0},
                   [] { return true; });
  });
  return {both, whole - both};
}

TEST(KernelCount, OfAWholeStepIsTheTableOfTheHelp) {
  use_meta_kernels();
  std::ifstream file(TRAINYARD_SOURCE_DIR "/resources/help/speed.md");
  const std::string help((std::istreambuf_iterator<char>(file)), {});
  for (const CountedStep& step : counted_steps) {
    auto [passes, update] = kernels_of(step);
    passes += step.num_masks * kernels_of_a_mask;
    const MetaFusedKernels own;
    const auto [fused_passes, fused_update] = kernels_of(step);
    std::string row = "| " + std::string(step.name) + " |";
    for (const int count : {passes, update, fused_passes, fused_update})
      row += " " + std::to_string(count) + " |";
    EXPECT_NE(help.find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace trainyard
