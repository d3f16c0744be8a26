// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/classification.h"

#include <ATen/core/Reduction.h>
#include <ATen/core/grad_mode.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/forward.h"
#include "engine/model/pinned_copy.h"
#include "engine/task/label_loss.h"
#include "engine/task/row_scores.h"
#include "engine/task/to_batch.h"

namespace trainyard {

namespace {

// values -> fp64 on the host
at::Tensor on_host(const at::Tensor& values) { return values.to(at::kDouble).cpu().contiguous(); }

class SequenceClassification final : public Classification {
 public:
  SequenceClassification(const Experiment& experiment, const TaskData& data)
      : problem_(experiment.task.problem_type),
        labels_(data.labels),
        label_smoothing_(experiment.training.label_smoothing_factor),
        summary_(summary_token(std::string(name_of(experiment.model.kind)))),
        padding_(data.padding_id),
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
      batch.row_labels = copied_to(
          at::tensor(rows.row_labels, at::kFloat).view({rows.num_rows, labels_per_row()}), device);
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
    return predictions_of_labels;
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
    batch.target_positions = to_tensor(summary_positions(rows, summary_, padding_), device);
    return batch;
  }

  const ProblemType problem_;
  const std::vector<std::string> labels_;
  const double label_smoothing_;
  const SummaryToken summary_;
  const std::optional<std::int64_t> padding_;
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
  std::optional<Predictions> predictions(const std::vector<double>& totals,
                                         const std::vector<double>&) const override {
    return scores_.predictions(task_.problem(), std::span(totals).subspan(2), task_.labels());
  }

 private:
  const SequenceClassification& task_;
  double sum_ = 0, num_targets_ = 0;
  RowScores scores_;
};

std::unique_ptr<Evaluation> SequenceClassification::evaluation(std::int64_t num_examples) const {
  return std::make_unique<SequenceEvaluation>(*this, num_examples);
}

}  // namespace

std::unique_ptr<Task> make_sequence_classification(const Experiment& experiment,
                                                   const TaskData& data) {
  return std::make_unique<SequenceClassification>(experiment, data);
}

}  // namespace trainyard
