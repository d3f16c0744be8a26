// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <ATen/core/grad_mode.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/forward.h"
#include "engine/task/classification.h"
#include "engine/task/label_loss.h"
#include "engine/task/metrics/confusion_counts.h"
#include "engine/task/metrics/entity_counts.h"
#include "engine/task/to_batch.h"
#include "engine/task/word_scores.h"

namespace trainyard {

namespace {

std::vector<std::int64_t> numbers_of(const at::Tensor& values) {
  const at::Tensor host = values.cpu().contiguous();
  const auto* first = host.const_data_ptr<std::int64_t>();
  return {first, first + host.numel()};
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

  std::vector<PredictionKind> predictions() const override { return predictions_of_labels; }
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
  TokenEvaluation(const TokenClassification& task, std::int64_t num_examples)
      : task_(task),
        counts_(task.labels()),
        pairs_(num_labels()),
        num_examples_(static_cast<std::size_t>(num_examples)),
        words_(num_examples, num_labels()) {}

  void add(const Model& model, const Parameters& parameters, const Batch& batch,
           std::int64_t first_example) override {
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
    keep_words(outputs, targets, length, first_example);
  }

  std::vector<double> totals() const override {
    std::vector<double> totals{sum_, num_targets_};
    const std::vector<double> counts = counts_.totals();
    totals.insert(totals.end(), counts.begin(), counts.end());
    totals.insert(totals.end(), pairs_.totals().begin(), pairs_.totals().end());
    totals.insert(totals.end(), words_.words_of_row().begin(), words_.words_of_row().end());
    return totals;
  }
  NamedValues metrics(const std::vector<double>& totals) const override {
    const EntityCounts counts = entities_of(totals);
    NamedValues metrics;
    if (totals[1] > 0) metrics.emplace_back("eval/loss", totals[0] / totals[1]);
    if (const auto accuracy = counts.token_accuracy())
      metrics.emplace_back("eval/accuracy", *accuracy);
    if (const auto scores = counts.overall()) {
      metrics.emplace_back("eval/precision", scores->precision);
      metrics.emplace_back("eval/recall", scores->recall);
      metrics.emplace_back("eval/f1", scores->f1);
    }
    return metrics;
  }
  std::vector<double> details(const std::vector<double>& totals) const override {
    return words_.values(words_of_row(totals));
  }
  std::optional<Predictions> predictions(const std::vector<double>& totals,
                                         const std::vector<double>& details) const override {
    Predictions predictions{.labels = task_.labels()};
    for (auto& [type, count] : entities_of(totals).counts_by_type())
      predictions.classes.push_back({type, count});
    const auto end = totals.end() - static_cast<std::ptrdiff_t>(num_examples_);
    predictions.confusion.assign(end - static_cast<std::ptrdiff_t>(pairs_.totals().size()), end);
    words_.fill(words_of_row(totals), details, predictions);
    return predictions;
  }

 private:
  std::int64_t num_labels() const { return static_cast<std::int64_t>(task_.labels().size()); }
  std::span<const double> words_of_row(const std::vector<double>& totals) const {
    return std::span(totals).last(num_examples_);
  }

  // outputs (B*length, L) logits
  void keep_words(const at::Tensor& outputs, const std::vector<std::int64_t>& targets,
                  std::size_t length, std::int64_t first_example) {
    std::vector<std::int64_t> places, labels;
    std::vector<std::size_t> ends;  // of each row, among `places`
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (targets[i] != kIgnoreIndex) {
        places.push_back(static_cast<std::int64_t>(i));
        labels.push_back(targets[i]);
      }
      if ((i + 1) % length == 0) ends.push_back(places.size());
    }
    const at::Tensor said = outputs.index_select(0, to_tensor(places, outputs.device()))
                                .softmax(1, at::kFloat)
                                .cpu()
                                .contiguous();  // (W, L)
    const std::span numbers(said.const_data_ptr<float>(), static_cast<std::size_t>(said.numel()));
    const auto width = static_cast<std::size_t>(num_labels());
    std::size_t begin = 0;
    for (std::size_t row = 0; row < ends.size(); ++row) {
      const std::size_t count = ends[row] - begin;
      words_.add(first_example + static_cast<std::int64_t>(row),
                 numbers.subspan(begin * width, count * width),
                 std::span(labels).subspan(begin, count));
      begin = ends[row];
    }
  }

  EntityCounts entities_of(const std::vector<double>& totals) const {
    EntityCounts counts(task_.labels());
    counts.add_totals(std::span(totals).subspan(2));
    return counts;
  }

  const TokenClassification& task_;
  EntityCounts counts_;
  ConfusionCounts pairs_;  // of tokens
  const std::size_t num_examples_;
  WordScores words_;
  double sum_ = 0, num_targets_ = 0;
};

std::unique_ptr<Evaluation> TokenClassification::evaluation(std::int64_t num_examples) const {
  return std::make_unique<TokenEvaluation>(*this, num_examples);
}

}  // namespace

std::unique_ptr<Task> make_token_classification(const Experiment& experiment,
                                                const TaskData& data) {
  return std::make_unique<TokenClassification>(experiment, data);
}

}  // namespace trainyard
