#include "engine/task/language_modeling.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <ATen/core/grad_mode.h>

#include "engine/model/forward.h"
#include "engine/task/chunked_loss.h"
#include "engine/task/cross_entropy_rows.h"
#include "engine/task/hidden_tokens.h"
#include "engine/task/to_batch.h"

namespace trainyard {

namespace {

// What each position predicts: the label of the next token of its document, kIgnoreIndex at a
// document's last.
std::vector<std::int64_t> next_labels(MicroBatch& rows) {
  const std::vector<std::int64_t>& labels = rows.labels.empty() ? rows.input_ids : rows.labels;
  std::vector<std::int64_t> next(labels.size(), kIgnoreIndex);
  if (labels.empty()) return next;
  std::copy(labels.begin() + 1, labels.end(), next.begin());
  if (rows.document_ends.empty())
    for (std::size_t end = rows.length; end <= next.size(); end += rows.length)
      next[end - 1] = kIgnoreIndex;
  for (const std::int32_t end : rows.document_ends)
    next[static_cast<std::size_t>(end) - 1] = kIgnoreIndex;
  return next;
}

std::int64_t count_targets(const std::vector<std::int64_t>& next) {
  return static_cast<std::int64_t>(next.size()) - std::ranges::count(next, kIgnoreIndex);
}

// Where most positions predict, taking them out costs more than the others' share of the head.
void set_targets(Batch& batch, std::vector<std::int64_t> next, at::Device device) {
  constexpr double kMost = 0.9;
  batch.num_targets = count_targets(next);
  if (static_cast<double>(batch.num_targets) < kMost * static_cast<double>(next.size())) {
    std::vector<std::int64_t> positions;
    for (std::size_t i = 0; i < next.size(); ++i)
      if (next[i] != kIgnoreIndex) positions.push_back(static_cast<std::int64_t>(i));
    std::erase(next, kIgnoreIndex);
    batch.target_positions = to_tensor(positions, device);
  }
  batch.targets = to_tensor(next, device);
}

Projection projection_of(const Head& head) {
  return {head.weight.compute.detach(), head.bias ? head.bias->compute.detach() : at::Tensor()};
}

class LanguageModelingEvaluation final : public Evaluation {
 public:
  explicit LanguageModelingEvaluation(const ChunkedLossSettings& settings) : settings_(settings) {}

  void add(const Model& model, const Parameters& parameters, const Batch& batch,
           std::int64_t) override {
    const at::NoGradGuard no_grad;
    const at::Tensor hidden = forward(model, parameters, batch, {.training = false});  // (N, C)
    sum_ += chunked_cross_entropy(hidden, projection_of(model.head(parameters)), batch.targets, {},
                                  settings_)
                .item<double>();
    num_targets_ += static_cast<double>(batch.num_targets);
  }
  std::vector<double> totals() const override { return {sum_, num_targets_}; }
  NamedValues metrics(const std::vector<double>& totals) const override {
    const double loss = totals[0] / totals[1];
    return {{"eval/loss", loss}, {"eval/perplexity", std::exp(loss)}};
  }

 private:
  const ChunkedLossSettings settings_;
  double sum_ = 0, num_targets_ = 0;
};

class LanguageModeling final : public Task {
 public:
  // What each position of the rows predicts; the rows become what the model sees.
  using Targets = std::function<std::vector<std::int64_t>(MicroBatch& rows)>;

  LanguageModeling(const Experiment& experiment, Targets targets)
      : targets_(std::move(targets)),
        settings_{.label_smoothing = experiment.training.label_smoothing_factor} {}

  std::int64_t num_targets(const MicroBatch& rows) const override {
    MicroBatch seen = rows;
    return count_targets(targets_(seen));
  }

  Batch batch(const MicroBatch& rows, at::Device device) const override {
    MicroBatch seen = rows;
    std::vector<std::int64_t> targets = targets_(seen);
    Batch batch = to_batch(seen, device);
    set_targets(batch, std::move(targets), device);
    return batch;
  }

  at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                   double gradient_scale, const ForwardMode& mode) const override {
    const at::Tensor hidden = forward(model, parameters, batch, mode);  // (N, C)
    const Head head = model.head(parameters);
    const ChunkedLossGradients gradients{at::empty_like(hidden.detach()), head.weight.value.grad(),
                                         head.bias ? head.bias->value.grad() : at::Tensor(),
                                         gradient_scale};
    const at::Tensor sum = chunked_cross_entropy(hidden.detach(), projection_of(head),
                                                 batch.targets, gradients, settings_);
    hidden.backward(gradients.hidden);
    return sum;
  }

  std::unique_ptr<Evaluation> evaluation(std::int64_t) const override {
    return std::make_unique<LanguageModelingEvaluation>(settings_);
  }
  std::vector<std::string> metric_names() const override {
    return {"eval/loss", "eval/perplexity"};
  }

 private:
  const Targets targets_;
  const ChunkedLossSettings settings_;
};

}  // namespace

std::unique_ptr<Task> make_causal_lm(const Experiment& experiment, const TaskData&) {
  return std::make_unique<LanguageModeling>(experiment, next_labels);
}

std::unique_ptr<Task> make_masked_lm(const Experiment& experiment, const TaskData& data) {
  const double probability = experiment.task.mlm_probability;
  return std::make_unique<LanguageModeling>(
      experiment, [probability, tokens = data.tokens](MicroBatch& rows) {
        return rows.labels.empty() ? hide_tokens(rows, probability, tokens) : rows.labels;
      });
}

}  // namespace trainyard
