// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/classification.h"

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/rules.h"
#include "tests/engine/rows.h"

namespace trainyard {
namespace {

constexpr std::int64_t kWords = 37, kLongest = 10;

Map label_names(std::int64_t count) {
  Map names;
  for (std::int64_t i = 0; i < count; ++i) names.emplace_back(std::to_string(i), "label");
  return names;
}

Experiment classifying(TaskKind kind,
                       ProblemType problem = ProblemType::single_label_classification) {
  Experiment experiment;
  experiment.model.kind = ModelKind::bert;
  experiment.task.kind = kind;
  experiment.task.problem_type = problem;
  return experiment;
}

std::unique_ptr<Model> bert_for(TaskKind kind, std::int64_t num_labels) {
  return std::move(make_model("bert",
                              {{"vocab_size", kWords},
                               {"hidden_size", 16},
                               {"num_hidden_layers", 2},
                               {"num_attention_heads", 2},
                               {"intermediate_size", 24},
                               {"max_position_embeddings", 16},
                               {"initializer_range", 0.5},
                               {"id2label", label_names(num_labels)}},
                              head_of(kind))
                       .value());
}

// Rows of 10, 4 and 7 tokens.
MicroBatch padded_rows() {
  MicroBatch rows = rows_of(random_ids(kWords, {3, kLongest}), 5);
  rows.row_lengths = {kLongest, 4, 7};
  rows.document_ends = {10, 14, 20, 27, 30};
  return rows;
}

// The same rows one by one, without padding.
MicroBatch single_row(const MicroBatch& rows, std::int64_t row, std::int64_t labels_per_row) {
  const std::int64_t length = rows.row_lengths[static_cast<std::size_t>(row)];
  const auto part = [](const auto& values, std::int64_t begin, std::int64_t count) {
    if (values.empty()) return values;
    return std::decay_t<decltype(values)>(values.begin() + begin, values.begin() + begin + count);
  };
  MicroBatch one;
  one.num_rows = 1;
  one.length = length;
  one.input_ids = part(rows.input_ids, row * rows.length, length);
  one.labels = part(rows.labels, row * rows.length, length);
  one.row_labels = part(rows.row_labels, row * labels_per_row, labels_per_row);
  one.row_keys = part(rows.row_keys, row, 1);
  return one;
}

struct Learned {
  double sum = 0;
  std::vector<at::Tensor> gradients;
};

Learned learn(const Task& task, const Model& model, const std::vector<MicroBatch>& batches) {
  Parameters parameters(model.table(), at::kCPU);
  parameters.initialize(3);
  Learned learned;
  for (const MicroBatch& batch : batches)
    learned.sum +=
        task.train(model, parameters, task.batch(batch, at::kCPU), 0.25, {.training = false})
            .item<double>();
  for (const LayerParameters& layer : parameters.layers())
    learned.gradients.push_back(layer.flat_gradient.clone());
  return learned;
}

// Whoever is in the batch beside it, and however far it is padded.
void expect_same_alone(TaskKind kind, ProblemType problem, const MicroBatch& rows,
                       std::int64_t num_labels) {
  const auto model = bert_for(kind, num_labels);
  const std::vector<std::string> labels(static_cast<std::size_t>(num_labels), "B-x");
  const auto task = std::move(make_task(classifying(kind, problem), {{}, labels}).value());
  const Learned together = learn(*task, *model, {rows});
  std::vector<MicroBatch> alone;
  for (std::int64_t row = 0; row < 3; ++row)
    alone.push_back(single_row(rows, row, task->labels_per_row()));
  const Learned apart = learn(*task, *model, alone);
  EXPECT_NEAR(together.sum, apart.sum, 1e-5 * std::abs(together.sum));
  for (std::size_t i = 0; i < together.gradients.size(); ++i) {
    EXPECT_GT(together.gradients[i].abs().sum().item<float>(), 0.0F) << i;
    EXPECT_TRUE(together.gradients[i].allclose(apart.gradients[i], 1e-4, 1e-5)) << i;
  }
}

TEST(Classification, ARowIsTheSameAlone) {
  MicroBatch rows = padded_rows();
  rows.row_labels = {2, 0, 1};
  expect_same_alone(TaskKind::sequence_classification, ProblemType::single_label_classification,
                    rows, 3);
  rows.row_labels = {1, 0, 1, 0, 0, 1};
  expect_same_alone(TaskKind::sequence_classification, ProblemType::multi_label_classification,
                    rows, 2);
  rows.row_labels = {0.5, -2, 3};
  expect_same_alone(TaskKind::sequence_classification, ProblemType::regression, rows, 1);
  rows.row_labels.clear();
  rows.labels.assign(rows.input_ids.size(), -100);
  for (const std::size_t place : {1, 4, 12, 13, 22, 26}) rows.labels[place] = place % 3;
  expect_same_alone(TaskKind::token_classification, ProblemType::single_label_classification, rows,
                    3);
}

TEST(Classification, DropsBeforeTheClassifierByRow) {
  const auto model = bert_for(TaskKind::sequence_classification, 3);
  const auto task = std::move(
      make_task(classifying(TaskKind::sequence_classification), {{}, {"a", "b", "c"}}).value());
  MicroBatch rows = padded_rows();
  rows.row_labels = {2, 0, 1};
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(3);
  const auto loss = [&](const MicroBatch& of, bool training) {
    const at::Tensor sum =
        task->train(*model, parameters, task->batch(of, at::kCPU), 1.0, {.training = training});
    return sum.item<double>();
  };
  EXPECT_EQ(loss(rows, true), loss(rows, true));
  EXPECT_NE(loss(rows, true), loss(rows, false));
  MicroBatch other = rows;
  other.row_keys = {9, 10, 11};
  EXPECT_NE(loss(rows, true), loss(other, true));
}

TEST(Classification, ReadsTheFirstTokenOfBertAndTheLastOfDecoders) {
  Experiment experiment = classifying(TaskKind::sequence_classification);
  MicroBatch rows = padded_rows();
  rows.row_labels = {0, 1, 0};
  const auto positions = [&] {
    const auto task = std::move(make_task(experiment, {{}, {"a", "b"}}).value());
    const at::Tensor places = task->batch(rows, at::kCPU).target_positions;
    const auto* first = places.const_data_ptr<std::int64_t>();
    return std::vector<std::int64_t>(first, first + places.numel());
  };
  EXPECT_EQ(positions(), (std::vector<std::int64_t>{0, 10, 20}));
  experiment.model.kind = ModelKind::llama;
  EXPECT_EQ(positions(), (std::vector<std::int64_t>{9, 13, 26}));
}

std::vector<double> sum_of(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

double value_of(const NamedValues& metrics, const std::string& name) {
  for (const auto& [key, value] : metrics)
    if (key == name) return value;
  return -1;
}

// Two ranks with a row and two, against one with all; accuracy against the logits' largest.
TEST(Classification, RanksTogetherYieldTheMetricsOfAll) {
  const auto model = bert_for(TaskKind::sequence_classification, 3);
  const auto task = std::move(
      make_task(classifying(TaskKind::sequence_classification), {{}, {"a", "b", "c"}}).value());
  Parameters parameters(model->table(), at::kCPU);
  parameters.initialize(3);
  MicroBatch rows = padded_rows();
  rows.row_labels = {2, 0, 1};
  const auto whole = task->evaluation(3);
  whole->add(*model, parameters, task->batch(rows, at::kCPU), 0);
  std::vector<double> totals;
  for (const auto& share : std::vector<std::vector<std::int64_t>>{{1}, {0, 2}}) {
    const auto part = task->evaluation(3);
    for (const std::int64_t row : share)
      part->add(*model, parameters, task->batch(single_row(rows, row, 1), at::kCPU), row);
    totals = totals.empty() ? part->totals() : sum_of(totals, part->totals());
  }
  const NamedValues one = whole->metrics(whole->totals()),
                    two = task->evaluation(3)->metrics(totals);
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].first, two[i].first);
    EXPECT_NEAR(one[i].second, two[i].second, 1e-5) << one[i].first;
  }
  const std::vector<std::string> known = task->metric_names();
  for (const auto& [name, value] : one)
    EXPECT_NE(std::ranges::find(known, name), known.end()) << name;
}

TEST(Classification, LeavesOutWhatIsNotDefined) {
  const auto model = bert_for(TaskKind::sequence_classification, 2);
  const auto task = std::move(
      make_task(classifying(TaskKind::sequence_classification), {{}, {"a", "b"}}).value());
  Parameters parameters(model->table(), at::kCPU);
  MicroBatch rows = padded_rows();
  rows.row_labels = {1, 1, 1};  // no text has label 0, and all weights are zero
  const auto evaluation = task->evaluation(3);
  evaluation->add(*model, parameters, task->batch(rows, at::kCPU), 0);
  const NamedValues metrics = evaluation->metrics(evaluation->totals());
  EXPECT_NEAR(value_of(metrics, "eval/loss"), std::log(2.0), 1e-6);
  EXPECT_EQ(value_of(metrics, "eval/accuracy"), 0.0);  // the first of equal scores
  EXPECT_EQ(value_of(metrics, "eval/roc_auc"), -1);
}

TEST(Classification, CountsEntitiesOfTokens) {
  const std::vector<std::string> labels{"O", "B-place", "I-place"};
  const auto model = bert_for(TaskKind::token_classification, 3);
  const auto task =
      std::move(make_task(classifying(TaskKind::token_classification), {{}, labels}).value());
  Parameters parameters(model->table(), at::kCPU);
  // Says B-place everywhere.
  const at::Tensor bias = model->head(parameters).bias->value.detach();
  bias[1].fill_(5.0);
  MicroBatch rows = padded_rows();
  rows.labels.assign(rows.input_ids.size(), -100);
  rows.labels[1] = 1;   // one place of one token: found
  rows.labels[3] = 0;   // nothing there: said to be a place
  rows.labels[12] = 1;  // a place of two tokens: said to be two
  rows.labels[13] = 2;
  const auto evaluation = task->evaluation(3);
  evaluation->add(*model, parameters, task->batch(rows, at::kCPU), 0);
  const NamedValues metrics = evaluation->metrics(evaluation->totals());
  EXPECT_EQ(value_of(metrics, "eval/accuracy"), 0.5);
  EXPECT_EQ(value_of(metrics, "eval/precision"), 0.25);
  EXPECT_EQ(value_of(metrics, "eval/recall"), 0.5);
}

// What the document's rule knows of tasks that it cannot ask.
TEST(Tasks, HaveTheMetricsThatTheDocumentMayName) {
  const auto is_known = [](Experiment experiment, const std::string& metric) {
    experiment.evaluation.metric = metric;
    return std::ranges::none_of(check_rules(experiment), [](const Diagnostic& found) {
      return found.code == "evaluation.metric";
    });
  };
  for (const auto& [kind, name] : Names<TaskKind>::all)
    for (const auto& [problem, other_name] : Names<ProblemType>::all) {
      Experiment experiment;
      experiment.task.kind = kind;
      experiment.task.problem_type = problem;
      const std::vector<std::string> all =
          std::move(make_task(experiment, {{.vocab_size = 8, .mask = 1}, {"a", "b"}}).value())
              ->metric_names();
      for (const char* metric : {"eval/loss", "eval/perplexity", "eval/accuracy", "eval/precision",
                                 "eval/recall", "eval/f1", "eval/roc_auc", "eval/roc_auc_ovo",
                                 "eval/mse", "eval/pearson", "eval/spearman", "eval/other", "loss"})
        EXPECT_EQ(is_known(experiment, metric), std::ranges::find(all, metric) != all.end())
            << name << ", " << other_name << ", " << metric;
    }
}

}  // namespace
}  // namespace trainyard
