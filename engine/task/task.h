// SPDX-License-Identifier: GPL-3.0-or-later
// What is learned: which tokens are targets, the loss over them, and what an evaluation yields.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/result.h"
#include "engine/data/micro_batch.h"
#include "engine/data/special_tokens.h"
#include "engine/model/batch.h"
#include "engine/model/forward.h"
#include "engine/model/model.h"
#include "engine/task/judgement.h"
#include "engine/task/prediction.h"

namespace trainyard {

using NamedValues = std::vector<std::pair<std::string, double>>;

// An evaluation going on. Each rank adds its batches; the ranks' totals are summed and make the
// metrics.
class Evaluation {
 public:
  virtual ~Evaluation() = default;

  // The batch's rows are the examples from `first_example` on.
  virtual void add(const Model& model, const Parameters& parameters, const Batch& batch,
                   std::int64_t first_example) = 0;
  virtual std::vector<double> totals() const = 0;
  // "eval/loss" and what else there is, as far as it is defined on the data: nothing where there
  // are no targets.
  virtual NamedValues metrics(const std::vector<double>& totals_of_all_ranks) const = 0;
  // More that is summed over the ranks, of a size that only the totals tell: this rank's share,
  // zero elsewhere.
  virtual std::vector<double> details(const std::vector<double>&) const { return {}; }
  // Of a classification or regression.
  virtual std::optional<Judgement> judgement(const std::vector<double>& /*totals_of_all_ranks*/,
                                             const std::vector<double>& /*details_of_all*/) const {
    return {};
  }
};

class Task {
 public:
  virtual ~Task() = default;

  // The rows on the device, with their labels and the number of their targets: known before
  // anything is computed, since the loss of a step is divided by those of all its micro-batches on
  // all ranks. There must be rows.
  virtual Batch batch(const MicroBatch& rows, at::Device device) const = 0;
  // Numbers of MicroBatch::row_labels that it reads a row.
  virtual std::int64_t labels_per_row() const { return 0; }

  // Forward and backward of one micro-batch: adds d(sum * gradient_scale)/d(parameter) to the
  // gradients and returns the unscaled sum of the losses, a scalar fp32 on the device.
  // `gradient_scale` is 1 / (targets of the whole optimizer step, all ranks), so that accumulation
  // and ranks never change what is optimised.
  virtual at::Tensor train(const Model& model, const Parameters& parameters, const Batch& batch,
                           double gradient_scale, const ForwardMode& mode) const = 0;

  // The rows as a trained model is asked about them: with nothing hidden.
  virtual Batch prediction_batch(const MicroBatch& rows, at::Device device) const {
    return batch(rows, device);
  }
  // What predict() is there for, the most usual first. Hidden states need no task.
  virtual std::vector<PredictionKind> predictions() const = 0;
  // Of a prediction_batch().
  virtual Prediction predict(PredictionKind kind, const Inference& inference) const = 0;

  // Of a data set of so many examples. It must not outlive the task.
  virtual std::unique_ptr<Evaluation> evaluation(std::int64_t num_examples) const = 0;
  // Names of the metrics that an evaluation may yield.
  virtual std::vector<std::string> metric_names() const = 0;
};

// What stands on the model's last layer for this kind of task.
HeadKind head_of(TaskKind kind);

// What a task knows of the data.
struct TaskData {
  SpecialTokens tokens{};             // of the tokenizer
  std::vector<std::string> labels{};  // their names, where it classifies
  // Of the model's configuration: transformers takes the last token that is another one for the one
  // that stands for a row, also where texts hold it (an end of text that is the padding, too).
  std::optional<std::int64_t> padding_id{};
};

// Errors: a kind that is not there ("rule.not_executed").
Result<std::unique_ptr<Task>> make_task(const Experiment& experiment, const TaskData& data = {});

}  // namespace trainyard
