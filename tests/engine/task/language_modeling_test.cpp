// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/language_modeling.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::int64_t kVocabulary = 61, kLength = 12;

std::unique_ptr<Model> model_with_dropout(double probability) {
  return std::move(make_model("gpt2", {{"vocab_size", kVocabulary},
                                       {"n_positions", 16},
                                       {"n_embd", 32},
                                       {"n_layer", 2},
                                       {"n_head", 4},
                                       {"resid_pdrop", probability},
                                       {"embd_pdrop", probability},
                                       {"attn_pdrop", probability}})
                       .value());
}

MicroBatch batch_of(std::int64_t rows) {
  MicroBatch batch = rows_of(random_ids(kVocabulary, {rows, kLength}));
  batch.labels = batch.input_ids;
  // The first row has fewer targets than the others.
  std::fill_n(batch.labels.begin(), 5, -100);
  return batch;
}

MicroBatch part_of(const MicroBatch& batch, std::int64_t first, std::int64_t count) {
  const auto cut = [&](const auto& values, std::int64_t width) {
    const auto begin = values.begin() + first * width;
    return std::decay_t<decltype(values)>(begin, begin + count * width);
  };
  MicroBatch part;
  part.num_rows = count;
  part.length = kLength;
  part.input_ids = cut(batch.input_ids, kLength);
  part.labels = cut(batch.labels, kLength);
  part.row_keys = cut(batch.row_keys, 1);
  return part;
}

const std::unique_ptr<Task> kTask = make_causal_lm({});

double num_targets(const MicroBatch& rows) {
  return static_cast<double>(kTask->batch(rows, at::kCPU).num_targets);
}

double train(const Model& model, const Parameters& parameters, const MicroBatch& rows,
             double scale) {
  return kTask->train(model, parameters, kTask->batch(rows, at::kCPU), scale, {}).item<double>();
}

// The sum of the losses.
double evaluate(const Model& model, const Parameters& parameters, const MicroBatch& rows) {
  const auto evaluation = kTask->evaluation(0);
  evaluation->add(model, parameters, kTask->batch(rows, at::kCPU), 0);
  return evaluation->totals().front();
}

std::vector<at::Tensor> gradients(const Parameters& parameters) {
  std::vector<at::Tensor> copies;
  for (const LayerParameters& layer : parameters.layers())
    copies.push_back(layer.flat_gradient.clone());
  return copies;
}

struct Outcome {
  double sum = 0.0;
  std::vector<at::Tensor> gradients;
};

// The batch in `parts` equal micro-batches.
Outcome train_in_parts(const Model& model, const MicroBatch& batch, std::int64_t parts,
                       at::ScalarType type = at::kFloat) {
  Parameters parameters(model.table(), at::kCPU, type);
  parameters.initialize(11);
  Outcome outcome;
  const std::int64_t size = batch.num_rows / parts;
  for (std::int64_t part = 0; part < parts; ++part)
    outcome.sum +=
        train(model, parameters, part_of(batch, part * size, size), 1.0 / num_targets(batch));
  outcome.gradients = gradients(parameters);
  return outcome;
}

double relative_difference(const std::vector<at::Tensor>& a, const std::vector<at::Tensor>& b) {
  double difference = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]).pow(2).sum().item<double>();
    norm += a[i].pow(2).sum().item<double>();
  }
  return std::sqrt(difference / norm);
}

TEST(TrainCausalLm, AccumulationOverFourEqualsOneBigBatch) {
  for (const double dropout : {0.0, 0.2}) {
    const auto model = model_with_dropout(dropout);
    const MicroBatch batch = batch_of(8);
    const Outcome whole = train_in_parts(*model, batch, 1),
                  parts = train_in_parts(*model, batch, 4);
    EXPECT_NEAR(whole.sum, parts.sum, 1e-5 * whole.sum);
    EXPECT_LT(relative_difference(whole.gradients, parts.gradients), 1e-5);
  }
}

TEST(TrainCausalLm, RepeatsBitForBit) {
  for (const double dropout : {0.0, 0.2}) {
    const auto model = model_with_dropout(dropout);
    const MicroBatch batch = batch_of(8);
    const Outcome first = train_in_parts(*model, batch, 2),
                  second = train_in_parts(*model, batch, 2);
    EXPECT_EQ(first.sum, second.sum);
    for (std::size_t i = 0; i < first.gradients.size(); ++i)
      EXPECT_TRUE(first.gradients[i].equal(second.gradients[i])) << i;
  }
}

// The slow reference: a difference quotient of the evaluated loss along the gradient.
TEST(TrainCausalLm, TheGradientIsTheLosssSlope) {
  const auto model = model_with_dropout(0.0);
  const MicroBatch batch = batch_of(4);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  train(*model, parameters, batch, 1.0);
  double squared = 0.0;
  for (const LayerParameters& layer : parameters.layers())
    squared += layer.flat_gradient.pow(2).sum().item<double>();
  const auto loss_at = [&](double distance) {
    for (LayerParameters& layer : parameters.layers())
      layer.flat.add_(layer.flat_gradient, distance / std::sqrt(squared));
    return evaluate(*model, parameters, batch);
  };
  const double above = loss_at(1e-2), below = loss_at(-2e-2);
  EXPECT_NEAR((above - below) / 2e-2, std::sqrt(squared), 0.01 * std::sqrt(squared));
}

TEST(TrainCausalLm, DropoutChangesTheLossAndKeysDiffer) {
  const auto model = model_with_dropout(0.2);
  MicroBatch batch = batch_of(4);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const double exact = evaluate(*model, parameters, batch);
  const double first = train(*model, parameters, batch, 1.0);
  for (std::uint64_t& key : batch.row_keys) key += 100;
  EXPECT_NE(first, exact);
  EXPECT_NE(first, train(*model, parameters, batch, 1.0));
}

TEST(TrainCausalLm, Bf16IsNearFp32AndKeepsGradientsInFp32) {
  const auto model = model_with_dropout(0.0);
  const MicroBatch batch = batch_of(8);
  const Outcome exact = train_in_parts(*model, batch, 1),
                rounded = train_in_parts(*model, batch, 1, at::kBFloat16);
  EXPECT_NE(exact.sum, rounded.sum);
  EXPECT_NEAR(exact.sum, rounded.sum, 2e-3 * exact.sum);
  EXPECT_LT(relative_difference(exact.gradients, rounded.gradients), 0.05);
  EXPECT_EQ(rounded.gradients.front().scalar_type(), at::kFloat);
}

TEST(EvaluateCausalLm, EqualsTrainingsLossAndLeavesGradientsAlone) {
  const auto model = model_with_dropout(0.0);
  const MicroBatch batch = batch_of(4);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const double evaluated = evaluate(*model, parameters, batch);
  for (const at::Tensor& gradient : gradients(parameters))
    EXPECT_EQ(gradient.abs().max().item<float>(), 0.0F);
  const double trained = train(*model, parameters, batch, 1.0);
  EXPECT_NEAR(evaluated, trained, 1e-5 * trained);
}

TEST(CausalLm, ARowHasATargetLessThanTokens) {
  const MicroBatch micro = rows_of(at::arange(5, 11, at::kLong).view({2, 3}));
  const Batch batch = kTask->batch(micro, at::kCPU);
  EXPECT_EQ(batch.num_targets, 4);
  EXPECT_TRUE(batch.input_ids.equal(at::arange(5, 11, at::kLong).view({2, 3})));
  EXPECT_EQ(batch.target_positions.const_data_ptr<std::int64_t>()[2], 3);
  EXPECT_TRUE(batch.targets.equal(at::tensor({6, 7, 9, 10}, at::kLong)));
}

TEST(CausalLm, ADocumentDoesNotPredictTheNext) {
  MicroBatch micro = rows_of(at::arange(5, 11, at::kLong).view({1, 6}));
  micro.document_ends = {2, 6};
  const Batch batch = kTask->batch(micro, at::kCPU);
  EXPECT_TRUE(batch.targets.equal(at::tensor({6, 8, 9, 10}, at::kLong)));
  EXPECT_TRUE(batch.target_positions.equal(at::tensor({0, 2, 3, 4}, at::kLong)));
  EXPECT_TRUE(batch.documents.equal(at::tensor({0, 0, 1, 1, 1, 1}, at::kLong).unsqueeze(0)));
}

TEST(MaskedLm, TokensWithoutLabelsAreHidden) {
  Experiment experiment;
  experiment.task.mlm_probability = 1.0;
  const auto task = make_masked_lm(experiment, {{.vocab_size = 20, .mask = 1, .around = {7}}});
  const MicroBatch micro = rows_of(at::arange(5, 11, at::kLong).view({2, 3}));
  const Batch batch = task->batch(micro, at::kCPU);
  EXPECT_EQ(batch.num_targets, 5);
  EXPECT_TRUE(batch.targets.equal(at::tensor({5, 6, 8, 9, 10}, at::kLong)));
  EXPECT_TRUE(batch.target_positions.equal(at::tensor({0, 1, 3, 4, 5}, at::kLong)));
  EXPECT_EQ(batch.input_ids[0][2].item<std::int64_t>(), 7);
  EXPECT_EQ(micro.input_ids.front(), 5) << "the rows themselves are left";
}

TEST(MaskedLm, LabelsArePredictedWhereTheyStand) {
  const auto task = make_masked_lm({});
  MicroBatch micro = rows_of(at::arange(5, 11, at::kLong).view({2, 3}));
  micro.labels = {-100, 60, -100, 8, -100, -100};
  const Batch batch = task->batch(micro, at::kCPU);
  EXPECT_EQ(batch.num_targets, 2);
  EXPECT_TRUE(batch.targets.equal(at::tensor({60, 8}, at::kLong)));
  EXPECT_TRUE(batch.target_positions.equal(at::tensor({1, 3}, at::kLong)));
}

// Whether or not the target rows are taken out before the head.
TEST(CausalLm, WhatIsNoTargetTakesNoPart) {
  const auto model = model_with_dropout(0.0);
  for (const std::int64_t masked : {1, 9}) {
    MicroBatch batch = batch_of(4), other = batch;
    for (std::int64_t row = 0; row < 4; ++row)
      for (std::int64_t i = 0; i < masked; ++i) {
        batch.labels[row * kLength + kLength - 1 - i] = -100;
        other.labels[row * kLength + kLength - 1 - i] = -100;
        other.input_ids[row * kLength + kLength - 1 - i] = 7;
      }
    const Batch made = kTask->batch(batch, at::kCPU);
    EXPECT_EQ(made.num_targets, made.targets.ne(-100).sum().item<std::int64_t>());
    const Outcome first = train_in_parts(*model, batch, 1),
                  second = train_in_parts(*model, other, 1);
    EXPECT_NEAR(first.sum, second.sum, 1e-5 * first.sum) << masked;
    EXPECT_LT(relative_difference(first.gradients, second.gradients), 1e-5) << masked;
  }
}

TEST(CausalLm, SmoothingIsInBothLosses) {
  const auto model = model_with_dropout(0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  Experiment experiment;
  experiment.training.label_smoothing_factor = 0.3;
  const auto task = make_causal_lm(experiment);
  const MicroBatch rows = batch_of(4);
  const Batch batch = task->batch(rows, at::kCPU);
  const auto evaluation = task->evaluation(0);
  evaluation->add(*model, parameters, batch, 0);
  const double smooth = evaluation->totals().front(), plain = evaluate(*model, parameters, rows);
  EXPECT_NEAR(task->train(*model, parameters, batch, 1.0, {}).item<double>(), smooth,
              1e-5 * smooth);
  EXPECT_GT(std::abs(smooth - plain), 3e-4 * plain);
}

// Two ranks that share the batches come to what one comes to.
TEST(CausalLm, RanksTotalsMakeTheMetrics) {
  const auto model = model_with_dropout(0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const MicroBatch whole = batch_of(4);
  const auto totals_of = [&](const MicroBatch& rows) {
    const auto evaluation = kTask->evaluation(0);
    evaluation->add(*model, parameters, kTask->batch(rows, at::kCPU), 0);
    return evaluation->totals();
  };
  std::vector<double> sums = totals_of(part_of(whole, 0, 1));
  std::ranges::transform(sums, totals_of(part_of(whole, 1, 3)), sums.begin(), std::plus());
  const auto evaluation = kTask->evaluation(0);
  const NamedValues shared = evaluation->metrics(sums),
                    alone = evaluation->metrics(totals_of(whole));
  ASSERT_EQ(shared.size(), kTask->metric_names().size());
  for (std::size_t i = 0; i < shared.size(); ++i) {
    EXPECT_EQ(shared[i].first, kTask->metric_names()[i]);
    EXPECT_NEAR(shared[i].second, alone[i].second, 1e-5 * alone[i].second);
  }
  EXPECT_NEAR(std::log(alone[1].second), alone[0].second, 1e-9);
}

TEST(Task, EveryKindHasOne) {
  for (const auto& [kind, name] : Names<TaskKind>::all) {
    Experiment experiment;
    experiment.task.kind = kind;
    const auto task = make_task(experiment, {{.vocab_size = 8, .mask = 1}, {"a", "b"}});
    ASSERT_TRUE(task.ok()) << name << ": " << task.error().message;
    EXPECT_EQ((*task)->metric_names().front(), "eval/loss") << name;
  }
}

}  // namespace
}  // namespace trainyard
