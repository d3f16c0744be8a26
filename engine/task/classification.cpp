#include "engine/task/classification.h"

#include <algorithm>

#include <ATen/core/Reduction.h>
#include <ATen/core/grad_mode.h>

#include "engine/model/forward.h"
#include "engine/task/cross_entropy_rows.h"
#include "engine/task/metrics/confusion_counts.h"
#include "engine/task/metrics/entity_counts.h"
#include "engine/task/row_scores.h"
#include "engine/task/to_batch.h"

namespace trainyard {

namespace {

at::Tensor sum_of_cross_entropies(const at::Tensor& logits, const Batch& batch,
                                  double label_smoothing) {
  return at::cross_entropy_loss(logits, batch.targets, {}, at::Reduction::Sum, kIgnoreIndex,
                                label_smoothing);
}

// logits (N, L) -> fp64 on the host
at::Tensor on_host(const at::Tensor& values) { return values.to(at::kDouble).cpu().contiguous(); }

std::vector<std::int64_t> numbers_of(const at::Tensor& values) {
  const at::Tensor host = values.cpu().contiguous();
  const auto* first = host.const_data_ptr<std::int64_t>();
  return {first, first + host.numel()};
}

const std::vector<PredictionKind> kOfLabels = {PredictionKind::probabilities,
                                               PredictionKind::logits, PredictionKind::labels};

// What both kinds do alike: a loss over logits and its gradient.
class Classification : public Task {
 public:
  at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                   double gradient_scale, const ForwardMode& mode) const override {
    const at::Tensor sum = sum_of_losses(logits(model, parameters, batch, mode), batch);
    (sum * gradient_scale).backward();
    return sum.detach();
  }

  // A scalar fp32 over the batch.
  virtual at::Tensor sum_of_losses(const at::Tensor& logits, const Batch& batch) const = 0;
};

class SequenceClassification final : public Classification {
 public:
  SequenceClassification(const Experiment& experiment, const TaskData& data)
      : problem_(experiment.task.problem_type),
        labels_(data.labels),
        label_smoothing_(experiment.training.label_smoothing_factor),
        summary_(summary_token(std::string(name_of(experiment.model.kind)))),
        num_outputs_(problem_ == ProblemType::regression
                         ? 1
                         : static_cast<std::int64_t>(data.labels.size())) {}

  std::int64_t labels_per_row() const override {
    return problem_ == ProblemType::single_label_classification ? 1 : num_outputs_;
  }

  Batch batch(const MicroBatch& rows, at::Device device) const override {
    Batch batch = unlabelled(rows, device);
    batch.num_targets = rows.num_rows * labels_per_row();
    if (problem_ == ProblemType::single_label_classification)
      batch.targets = to_tensor({rows.row_labels.begin(), rows.row_labels.end()}, device);
    else
      batch.row_labels = at::tensor(rows.row_labels, at::kFloat)
                             .view({rows.num_rows, labels_per_row()})
                             .to(device);
    return batch;
  }

  at::Tensor sum_of_losses(const at::Tensor& logits, const Batch& batch) const override {
    switch (problem_) {
      case ProblemType::multi_label_classification:
        return at::binary_cross_entropy_with_logits(logits, batch.row_labels, {}, {},
                                                    at::Reduction::Sum);
      case ProblemType::regression:
        return at::mse_loss(logits, batch.row_labels, at::Reduction::Sum);
      case ProblemType::single_label_classification:
        break;
    }
    return sum_of_cross_entropies(logits, batch, label_smoothing_);
  }

  Batch prediction_batch(const MicroBatch& rows, at::Device device) const override {
    return rows.row_labels.empty() ? unlabelled(rows, device) : batch(rows, device);
  }
  std::vector<PredictionKind> predictions() const override {
    if (problem_ == ProblemType::regression)
      return {PredictionKind::logits, PredictionKind::labels};
    return kOfLabels;
  }
  Prediction predict(PredictionKind kind, const Inference& inference) const override {
    const Batch& batch = inference.batch();
    const bool is_single = problem_ == ProblemType::single_label_classification;
    const at::Tensor values = kind != PredictionKind::labels
                                  ? inference.logits(batch.target_positions)
                              : is_single ? batch.targets
                                          : batch.row_labels;
    if (problem_ == ProblemType::regression) return {values.squeeze(1)};
    if (kind != PredictionKind::probabilities) return {values};
    return {is_single ? values.softmax(1) : values.sigmoid()};
  }

  std::unique_ptr<Evaluation> evaluation(std::int64_t num_examples) const override;
  std::vector<std::string> metric_names() const override {
    if (problem_ == ProblemType::regression)
      return {"eval/loss", "eval/mse", "eval/pearson", "eval/spearman"};
    return {"eval/loss", "eval/accuracy", "eval/precision",  "eval/recall",
            "eval/f1",   "eval/roc_auc",  "eval/roc_auc_ovo"};
  }

  ProblemType problem() const { return problem_; }
  std::int64_t num_outputs() const { return num_outputs_; }
  const std::vector<std::string>& labels() const { return labels_; }

 private:
  Batch unlabelled(const MicroBatch& rows, at::Device device) const {
    Batch batch = to_batch(rows, device);
    batch.target_positions = to_tensor(summary_positions(rows, summary_), device);
    return batch;
  }

  const ProblemType problem_;
  const std::vector<std::string> labels_;
  const double label_smoothing_;
  const SummaryToken summary_;
  const std::int64_t num_outputs_;
};

class SequenceEvaluation final : public Evaluation {
 public:
  SequenceEvaluation(const SequenceClassification& task, std::int64_t num_examples)
      : task_(task), scores_(num_examples, task.num_outputs(), task.labels_per_row()) {}

  void add(const Model& model, const Parameters& parameters, const Batch& batch,
           std::int64_t first_example) override {
    const at::NoGradGuard no_grad;
    const at::Tensor outputs = logits(model, parameters, batch, {.training = false});
    sum_ += task_.sum_of_losses(outputs, batch).item<double>();
    num_targets_ += static_cast<double>(batch.num_targets);
    const bool is_single = task_.problem() == ProblemType::single_label_classification;
    const at::Tensor scores = on_host(is_single ? outputs.softmax(1) : outputs);
    const at::Tensor labels = on_host(is_single ? batch.targets : batch.row_labels);
    const auto part = [](const at::Tensor& values, std::int64_t row, std::int64_t width) {
      return std::span(values.const_data_ptr<double>() + row * width,
                       static_cast<std::size_t>(width));
    };
    for (std::int64_t row = 0; row < outputs.size(0); ++row)
      scores_.set(first_example + row, part(scores, row, task_.num_outputs()),
                  part(labels, row, task_.labels_per_row()));
  }

  std::vector<double> totals() const override {
    std::vector<double> totals{sum_, num_targets_};
    totals.insert(totals.end(), scores_.values().begin(), scores_.values().end());
    return totals;
  }
  NamedValues metrics(const std::vector<double>& totals) const override {
    NamedValues metrics = {{"eval/loss", totals[0] / totals[1]}};
    for (auto& metric : scores_.metrics(task_.problem(), std::span(totals).subspan(2)))
      metrics.push_back(std::move(metric));
    return metrics;
  }
  std::optional<Judgement> judgement(const std::vector<double>& totals) const override {
    return scores_.judgement(task_.problem(), std::span(totals).subspan(2), task_.labels());
  }

 private:
  const SequenceClassification& task_;
  double sum_ = 0, num_targets_ = 0;
  RowScores scores_;
};

std::unique_ptr<Evaluation> SequenceClassification::evaluation(std::int64_t num_examples) const {
  return std::make_unique<SequenceEvaluation>(*this, num_examples);
}

class TokenClassification final : public Classification {
 public:
  TokenClassification(const Experiment& experiment, const TaskData& data)
      : label_smoothing_(experiment.training.label_smoothing_factor), labels_(data.labels) {}

  Batch batch(const MicroBatch& rows, at::Device device) const override {
    Batch batch = to_batch(rows, device);
    batch.num_targets = static_cast<std::int64_t>(rows.labels.size()) -
                        std::ranges::count(rows.labels, kIgnoreIndex);
    std::vector<std::int64_t> labels = rows.labels;
    labels.resize(rows.input_ids.size(), kIgnoreIndex);
    batch.targets = to_tensor(labels, device);
    return batch;
  }

  at::Tensor sum_of_losses(const at::Tensor& logits, const Batch& batch) const override {
    return sum_of_cross_entropies(logits, batch, label_smoothing_);
  }

  std::vector<PredictionKind> predictions() const override { return kOfLabels; }
  Prediction predict(PredictionKind kind, const Inference& inference) const override {
    const at::Tensor& ids = inference.batch().input_ids;  // (B, T)
    if (kind == PredictionKind::labels || kind == PredictionKind::words)
      return {inference.batch().targets.view_as(ids), true};
    at::Tensor values = inference.logits({}).view({ids.size(0), ids.size(1), -1});
    if (kind == PredictionKind::probabilities) values = values.softmax(2);
    return {values, true};
  }

  std::unique_ptr<Evaluation> evaluation(std::int64_t num_examples) const override;
  std::vector<std::string> metric_names() const override {
    return {"eval/loss", "eval/accuracy", "eval/precision", "eval/recall", "eval/f1"};
  }

  const std::vector<std::string>& labels() const { return labels_; }

 private:
  const double label_smoothing_;
  const std::vector<std::string> labels_;
};

class TokenEvaluation final : public Evaluation {
 public:
  explicit TokenEvaluation(const TokenClassification& task)
      : task_(task),
        counts_(task.labels()),
        pairs_(static_cast<std::int64_t>(task.labels().size())) {}

  void add(const Model& model, const Parameters& parameters, const Batch& batch,
           std::int64_t) override {
    const at::NoGradGuard no_grad;
    const at::Tensor outputs = logits(model, parameters, batch, {.training = false});
    sum_ += task_.sum_of_losses(outputs, batch).item<double>();
    num_targets_ += static_cast<double>(batch.num_targets);
    const std::vector<std::int64_t> targets = numbers_of(batch.targets),
                                    predictions = numbers_of(outputs.argmax(1));
    const auto length = static_cast<std::size_t>(batch.input_ids.size(1));
    for (std::size_t begin = 0; begin < targets.size(); begin += length)
      counts_.add(std::span(targets).subspan(begin, length),
                  std::span(predictions).subspan(begin, length));
    for (std::size_t i = 0; i < targets.size(); ++i)
      if (targets[i] != kIgnoreIndex) pairs_.add(targets[i], predictions[i]);
  }

  std::vector<double> totals() const override {
    std::vector<double> totals{sum_, num_targets_};
    const std::vector<double> counts = counts_.totals();
    totals.insert(totals.end(), counts.begin(), counts.end());
    totals.insert(totals.end(), pairs_.totals().begin(), pairs_.totals().end());
    return totals;
  }
  NamedValues metrics(const std::vector<double>& totals) const override {
    const EntityCounts counts = entities_of(totals);
    NamedValues metrics = {{"eval/loss", totals[0] / totals[1]}};
    if (const auto accuracy = counts.token_accuracy())
      metrics.emplace_back("eval/accuracy", *accuracy);
    if (const auto scores = counts.overall()) {
      metrics.emplace_back("eval/precision", scores->precision);
      metrics.emplace_back("eval/recall", scores->recall);
      metrics.emplace_back("eval/f1", scores->f1);
    }
    return metrics;
  }
  std::optional<Judgement> judgement(const std::vector<double>& totals) const override {
    Judgement judged{.labels = task_.labels()};
    for (auto& [type, count] : entities_of(totals).counts_by_type())
      judged.classes.push_back({type, count});
    judged.confusion.assign(totals.end() - static_cast<std::ptrdiff_t>(pairs_.totals().size()),
                            totals.end());
    return judged;
  }

 private:
  EntityCounts entities_of(const std::vector<double>& totals) const {
    EntityCounts counts(task_.labels());
    counts.add_totals(std::span(totals).subspan(2));
    return counts;
  }

  const TokenClassification& task_;
  EntityCounts counts_;
  ConfusionCounts pairs_;  // of tokens
  double sum_ = 0, num_targets_ = 0;
};

std::unique_ptr<Evaluation> TokenClassification::evaluation(std::int64_t) const {
  return std::make_unique<TokenEvaluation>(*this);
}

}  // namespace

std::unique_ptr<Task> make_sequence_classification(const Experiment& experiment,
                                                   const TaskData& data) {
  return std::make_unique<SequenceClassification>(experiment, data);
}

std::unique_ptr<Task> make_token_classification(const Experiment& experiment,
                                                const TaskData& data) {
  return std::make_unique<TokenClassification>(experiment, data);
}

}  // namespace trainyard
