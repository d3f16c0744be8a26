#include "engine/task/causal_lm.h"

#include <cmath>

#include <gtest/gtest.h>

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

Batch batch_of(std::int64_t rows) {
  const at::Tensor ids = at::randint(0, kVocabulary, {rows, kLength},
                                     at::make_generator<at::CPUGeneratorImpl>(3), at::kLong);
  at::Tensor labels = ids.clone();
  labels.narrow(0, 0, 1).narrow(1, 0, 5).fill_(
      -100);  // the first row has fewer targets than the others
  return {ids, labels};
}

Batch rows(const Batch& batch, std::int64_t first, std::int64_t count) {
  return {batch.input_ids.narrow(0, first, count), batch.labels.narrow(0, first, count)};
}

// Of labels after the shift by one.
double num_targets(const Batch& batch) {
  return batch.labels.narrow(1, 1, kLength - 1).ne(-100).sum().to(at::kDouble).item<double>();
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
Outcome train_in_parts(const Model& model, const Batch& batch, std::int64_t parts,
                       ComputePrecision precision = ComputePrecision::fp32) {
  Parameters parameters(model.table(), at::kCPU);
  parameters.initialize(11);
  Outcome outcome;
  const std::int64_t size = batch.input_ids.size(0) / parts;
  for (std::int64_t part = 0; part < parts; ++part) {
    ForwardMode mode{.precision = precision, .seed = 5, .step = 9, .first_sequence = part * size};
    outcome.sum += train_causal_lm(model, parameters, rows(batch, part * size, size),
                                   1.0 / num_targets(batch), mode)
                       .item<double>();
  }
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
    const Batch batch = batch_of(8);
    const Outcome whole = train_in_parts(*model, batch, 1),
                  parts = train_in_parts(*model, batch, 4);
    EXPECT_NEAR(whole.sum, parts.sum, 1e-5 * whole.sum);
    EXPECT_LT(relative_difference(whole.gradients, parts.gradients), 1e-5);
  }
}

TEST(TrainCausalLm, RepeatsBitForBit) {
  for (const double dropout : {0.0, 0.2}) {
    const auto model = model_with_dropout(dropout);
    const Batch batch = batch_of(8);
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
  const Batch batch = batch_of(4);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  train_causal_lm(*model, parameters, batch, 1.0);
  double squared = 0.0;
  for (const LayerParameters& layer : parameters.layers())
    squared += layer.flat_gradient.pow(2).sum().item<double>();
  const auto loss_at = [&](double distance) {
    for (LayerParameters& layer : parameters.layers())
      layer.flat.add_(layer.flat_gradient, distance / std::sqrt(squared));
    return evaluate_causal_lm(*model, parameters, batch).item<double>();
  };
  const double above = loss_at(1e-2), below = loss_at(-2e-2);
  EXPECT_NEAR((above - below) / 2e-2, std::sqrt(squared), 0.01 * std::sqrt(squared));
}

TEST(TrainCausalLm, DropoutChangesTheLossAndStepsDiffer) {
  const auto model = model_with_dropout(0.2);
  const Batch batch = batch_of(4);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const double exact = evaluate_causal_lm(*model, parameters, batch).item<double>();
  const double first =
      train_causal_lm(*model, parameters, batch, 1.0, {.seed = 1, .step = 0}).item<double>();
  const double second =
      train_causal_lm(*model, parameters, batch, 1.0, {.seed = 1, .step = 1}).item<double>();
  EXPECT_NE(first, exact);
  EXPECT_NE(first, second);
}

TEST(TrainCausalLm, Bf16IsNearFp32AndKeepsGradientsInFp32) {
  const auto model = model_with_dropout(0.0);
  const Batch batch = batch_of(8);
  const Outcome exact = train_in_parts(*model, batch, 1),
                rounded = train_in_parts(*model, batch, 1, ComputePrecision::bf16);
  EXPECT_NE(exact.sum, rounded.sum);
  EXPECT_NEAR(exact.sum, rounded.sum, 2e-3 * exact.sum);
  EXPECT_LT(relative_difference(exact.gradients, rounded.gradients), 0.05);
  EXPECT_EQ(rounded.gradients.front().scalar_type(), at::kFloat);
}

TEST(EvaluateCausalLm, EqualsTrainingsLossAndLeavesGradientsAlone) {
  const auto model = model_with_dropout(0.0);
  const Batch batch = batch_of(4);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  const double evaluated = evaluate_causal_lm(*model, parameters, batch).item<double>();
  for (const at::Tensor& gradient : gradients(parameters))
    EXPECT_EQ(gradient.abs().max().item<float>(), 0.0F);
  const double trained = train_causal_lm(*model, parameters, batch, 1.0).item<double>();
  EXPECT_NEAR(evaluated, trained, 1e-5 * trained);
}

TEST(CausalLm, ARowHasATargetLessThanTokens) {
  const auto task = std::move(make_task({}).value());
  const MicroBatch micro{.num_rows = 2, .length = 3, .input_ids = {5, 6, 7, 8, 9, 10}};
  EXPECT_EQ(task->num_targets(micro), 4);
  const Batch batch = task->batch(micro, at::kCPU);
  EXPECT_EQ(batch.num_targets, 4);
  EXPECT_TRUE(batch.input_ids.equal(at::arange(5, 11, at::kLong).view({2, 3})));
  EXPECT_TRUE(batch.labels.equal(batch.input_ids));
}

// Two ranks that share the batches come to what one comes to.
TEST(CausalLm, RanksTotalsMakeTheMetrics) {
  const auto task = std::move(make_task({}).value());
  const auto model = model_with_dropout(0.0);
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(11);
  Batch whole = batch_of(4), first = rows(whole, 0, 1), rest = rows(whole, 1, 3);
  for (Batch* batch : {&whole, &first, &rest})
    batch->num_targets = static_cast<std::int64_t>(num_targets(*batch));
  const auto totals_of = [&](const Batch& batch) {
    const auto evaluation = task->evaluation();
    evaluation->add(*model, parameters, batch, {});
    return evaluation->totals();
  };
  const std::vector<double> one = totals_of(first), other = totals_of(rest);
  const auto evaluation = task->evaluation();
  const NamedValues shared = evaluation->metrics({one[0] + other[0], one[1] + other[1]}),
                    alone = evaluation->metrics(totals_of(whole));
  ASSERT_EQ(shared.size(), task->metric_names().size());
  for (std::size_t i = 0; i < shared.size(); ++i) {
    EXPECT_EQ(shared[i].first, task->metric_names()[i]);
    EXPECT_NEAR(shared[i].second, alone[i].second, 1e-5 * alone[i].second);
  }
  EXPECT_NEAR(std::log(alone[1].second), alone[0].second, 1e-9);
}

TEST(Task, OneThatIsNotThereIsRefused) {
  const auto task = make_task({TaskKind::token_classification});
  ASSERT_FALSE(task.ok());
  EXPECT_NE(task.error().message.find("token_classification"), std::string::npos)
      << task.error().message;
}

}  // namespace
}  // namespace trainyard
