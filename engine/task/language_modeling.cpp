// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/language_modeling.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <ATen/core/grad_mode.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/model/forward.h"
#include "engine/task/chunked_loss.h"
#include "engine/task/cross_entropy_rows.h"
#include "engine/task/hidden_tokens.h"
#include "engine/task/to_batch.h"

namespace trainyard {

namespace {

// The target of each position: the label of the next token in its document, kIgnoreIndex at a
// document's end.
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
  for (std::size_t row = 0; row < rows.row_lengths.size(); ++row)  // padding
    std::fill(next.begin() + static_cast<std::int64_t>(row) * rows.length + rows.row_lengths[row],
              next.begin() + static_cast<std::int64_t>(row + 1) * rows.length, kIgnoreIndex);
  return next;
}

std::int64_t count_targets(const std::vector<std::int64_t>& next) {
  return static_cast<std::int64_t>(next.size()) - std::ranges::count(next, kIgnoreIndex);
}

// If most positions are targets, selecting them costs more than running the head on all.
void set_targets(Batch& batch, std::vector<std::int64_t> next, at::Device device) {
  constexpr double kMax = 0.9;
  batch.num_targets = count_targets(next);
  if (static_cast<double>(batch.num_targets) < kMax * static_cast<double>(next.size())) {
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

// (B, T) fp32: NaN for tokens without preceding ones, such as a document's first.
at::Tensor bits_of_tokens(const Inference& inference) {
  constexpr std::int64_t kRowsAtOnce = 256;  // rows of logits
  const Batch& batch = inference.batch();
  at::Tensor targets = batch.targets, positions = batch.target_positions;
  if (!positions.defined()) {
    positions = targets.ne(kIgnoreIndex).nonzero().squeeze(1);
    targets = targets.index_select(0, positions);
  }
  at::Tensor bits = at::full({batch.input_ids.numel()}, std::numeric_limits<double>::quiet_NaN(),
                             positions.options().dtype(at::kFloat));
  for (std::int64_t begin = 0; begin < positions.size(0); begin += kRowsAtOnce) {
    const std::int64_t count = std::min(kRowsAtOnce, positions.size(0) - begin);
    const at::Tensor places = positions.narrow(0, begin, count);
    const at::Tensor log_probabilities = inference.logits(places).log_softmax(1);  // (n, V)
    const at::Tensor chosen =
        log_probabilities.gather(1, targets.narrow(0, begin, count).unsqueeze(1)).squeeze(1);
    bits.index_copy_(0, places.add(1), chosen.mul(-1.0 / std::numbers::ln2));
  }
  return bits.view_as(batch.input_ids);
}

class LanguageModelingEvaluation final : public Evaluation {
 public:
  explicit LanguageModelingEvaluation(const ChunkedLossSettings& settings) : settings_(settings) {}

  void add(const Model& model, const Parameters& parameters, const Batch& batch,
           std::int64_t) override {
    const at::NoGradGuard no_grad;
    const at::Tensor hidden = forward(model, parameters, batch, {.training = false});  // (N, C)
    at::Tensor num_correct;
    sum_ += chunked_cross_entropy(hidden, projection_of(model.head(parameters)), batch.targets, {},
                                  settings_, &num_correct)
                .item<double>();
    num_correct_ += num_correct.item<double>();
    num_targets_ += static_cast<double>(batch.num_targets);
  }
  std::vector<double> totals() const override { return {sum_, num_correct_, num_targets_}; }
  NamedValues metrics(const std::vector<double>& totals) const override {
    if (totals[2] == 0) return {};
    const double loss = totals[0] / totals[2];
    return {{"eval/loss", loss},
            {"eval/perplexity", std::exp(loss)},
            {"eval/accuracy", totals[1] / totals[2]}};
  }

 private:
  const ChunkedLossSettings settings_;
  double sum_ = 0, num_correct_ = 0, num_targets_ = 0;
};

class LanguageModeling : public Task {
 public:
  explicit LanguageModeling(const Experiment& experiment)
      : settings_{.label_smoothing = experiment.training.label_smoothing_factor,
                  // A GPU has no caches that these would fit, and needs more rows to be busy.
                  .logits_per_chunk = experiment.resources.uses_gpus() ? 128 << 20 : 4 << 20} {}

  // Returns the target of each position; `rows` is changed to the model's input.
  virtual std::vector<std::int64_t> targets(MicroBatch& rows) const = 0;

  Batch batch(const MicroBatch& rows, at::Device device) const override {
    MicroBatch seen = rows;
    std::vector<std::int64_t> wanted = targets(seen);
    Batch batch = to_batch(seen, device);
    set_targets(batch, std::move(wanted), device);
    return batch;
  }

  at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                   double gradient_scale, const ForwardMode& mode) const override {
    const at::Tensor hidden = forward(model, parameters, batch, mode);  // (N, C)
    const Head head = model.head(parameters);
    const ChunkedLossGradients gradients{
        at::empty_like(hidden.detach()), gradient_of(head.weight.value),
        head.bias ? gradient_of(head.bias->value) : at::Tensor(), gradient_scale};
    const at::Tensor sum = chunked_cross_entropy(hidden.detach(), projection_of(head),
                                                 batch.targets, gradients, settings_);
    RECORD_USER_SCOPE("step/backward");
    hidden.backward(gradients.hidden);
    return sum;
  }

  // Over the vocabulary, for each token.
  Prediction predict(PredictionKind kind, const Inference& inference) const override {
    const at::Tensor& ids = inference.batch().input_ids;  // (B, T)
    const at::Tensor logits = inference.logits({}).view({ids.size(0), ids.size(1), -1});
    return {kind == PredictionKind::probabilities ? logits.softmax(2) : logits, true};
  }

  std::unique_ptr<Evaluation> evaluation(std::int64_t) const override {
    return std::make_unique<LanguageModelingEvaluation>(settings_);
  }
  std::vector<std::string> metric_names() const override {
    return {"eval/loss", "eval/perplexity", "eval/accuracy"};
  }

 private:
  const ChunkedLossSettings settings_;
};

class CausalLanguageModeling final : public LanguageModeling {
 public:
  using LanguageModeling::LanguageModeling;

  std::vector<std::int64_t> targets(MicroBatch& rows) const override { return next_labels(rows); }

  // Predicts all tokens, including those that are not learned in training.
  Batch prediction_batch(const MicroBatch& rows, at::Device device) const override {
    MicroBatch all = rows;
    all.labels.clear();
    return batch(all, device);
  }
  std::vector<PredictionKind> predictions() const override {
    return {PredictionKind::bits_per_token, PredictionKind::probabilities, PredictionKind::logits};
  }
  Prediction predict(PredictionKind kind, const Inference& inference) const override {
    if (kind != PredictionKind::bits_per_token) return LanguageModeling::predict(kind, inference);
    return {bits_of_tokens(inference), true};
  }
};

class MaskedLanguageModeling final : public LanguageModeling {
 public:
  MaskedLanguageModeling(const Experiment& experiment, const TaskData& data)
      : LanguageModeling(experiment),
        probability_(experiment.task.mlm_probability),
        tokens_(data.tokens) {}

  std::vector<std::int64_t> targets(MicroBatch& rows) const override {
    return rows.labels.empty() ? hide_tokens(rows, probability_, tokens_) : rows.labels;
  }

  Batch prediction_batch(const MicroBatch& rows, at::Device device) const override {
    return to_batch(rows, device);
  }
  std::vector<PredictionKind> predictions() const override {
    return {PredictionKind::probabilities, PredictionKind::logits};
  }

 private:
  const double probability_;
  const SpecialTokens tokens_;
};

}  // namespace

std::unique_ptr<Task> make_causal_lm(const Experiment& experiment, const TaskData&) {
  return std::make_unique<CausalLanguageModeling>(experiment);
}

std::unique_ptr<Task> make_masked_lm(const Experiment& experiment, const TaskData& data) {
  return std::make_unique<MaskedLanguageModeling>(experiment, data);
}

}  // namespace trainyard
