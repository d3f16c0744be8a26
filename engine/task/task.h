// SPDX-License-Identifier: GPL-3.0-or-later
// The learning task: which tokens are targets, the loss over them, and the metrics of an
// evaluation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/result.h"
#include "engine/data/micro_batch.h"
#include "engine/data/special_tokens.h"
#include "engine/model/batch.h"
#include "engine/model/forward.h"
#include "engine/model/model.h"
#include "engine/task/predictions.h"
#include "engine/task/prediction.h"

namespace trainyard {

struct Experiment;

using NamedValues = std::vector<std::pair<std::string, double>>;

// An evaluation in progress. Each rank adds its batches; metrics are computed from the totals
// summed over all ranks.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // The batch's rows are the examples starting at `first_example`.
  virtual void add(const Model& model, const Parameters& parameters, const Batch& batch,
                   std::int64_t first_example) = 0;
  virtual std::vector<double> totals() const = 0;
  // Returns "eval/loss" and further metrics as far as they are defined on the data; none if there
  // are no targets.
  virtual NamedValues metrics(const std::vector<double>& totals_of_all_ranks) const = 0;
  // Further values to sum over the ranks, whose size depends on the totals: this rank's share, zero
  // elsewhere.
  virtual std::vector<double> details(const std::vector<double>&) const { return {}; }
  // For a classification or regression.
  virtual std::optional<Predictions> predictions(
      const std::vector<double>& /*totals_of_all_ranks*/,
      const std::vector<double>& /*details_of_all*/) const {
    return {};
  }
};

class Task {
 public:
  virtual ~Task() = default;

  // Moves rows to the device, with their labels and their number of targets, which must be known
  // before anything is computed: the loss of a step is divided by the targets of all its
  // micro-batches on all ranks. There must be at least one row.
  virtual Batch batch(const MicroBatch& rows, at::Device device) const = 0;
  // How many numbers of MicroBatch::row_labels it reads per row.
  virtual std::int64_t labels_per_row() const { return 0; }

  // Forward and backward pass of one micro-batch: adds d(sum * gradient_scale)/d(parameter) to the
  // gradients and returns the unscaled sum of the losses, a scalar fp32 on the device.
  // `gradient_scale` is 1 / (targets of the whole optimizer step, all ranks), so that gradient
  // accumulation and the number of ranks do not change the objective.
  virtual at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                           double gradient_scale, const ForwardMode& mode) const = 0;

  // Moves rows to the device for inference: nothing is masked.
  virtual Batch prediction_batch(const MicroBatch& rows, at::Device device) const {
    return batch(rows, device);
  }
  // The kinds that predict() supports, the most common first. Hidden states do not depend on a
  // task.
  virtual std::vector<PredictionKind> predictions() const = 0;
  // `inference` ran on a prediction_batch().
  virtual Prediction predict(PredictionKind kind, const Inference& inference) const = 0;

  // Starts an evaluation on a data set with this many examples. It must not outlive the task.
  virtual std::unique_ptr<Evaluation> evaluation(std::int64_t num_examples) const = 0;
  // The names of the metrics that an evaluation may return.
  virtual std::vector<std::string> metric_names() const = 0;
};

// The head on the model's last layer for this kind of task.
HeadKind head_of(TaskKind kind);

// What a task knows about the data.
struct TaskData {
  SpecialTokens tokens{};             // from the tokenizer
  std::vector<std::string> labels{};  // their names, for classification
  // From the model's configuration. In transformers, the last token that is not padding represents
  // a row, even if texts contain that token (such as an end of text that also serves as padding).
  std::optional<std::int64_t> padding_id{};
};

// Errors: an unsupported kind ("rule.not_executed").
Result<std::unique_ptr<Task>> make_task(const Experiment& experiment, const TaskData& data = {});

}  // namespace trainyard
