// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/rehearsal_steps.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <ATen/Parallel.h>

#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/data/epoch_source.h"
#include "engine/data/flat_rows.h"
#include "engine/data/open_dataset.h"
#include "engine/inspect/shrunk_model.h"
#include "engine/model/adapters.h"
#include "engine/optim/schedule.h"
#include "engine/system/allowed_cores.h"
#include "engine/train/evaluation.h"
#include "engine/train/failure.h"
#include "engine/train/model_setup.h"
#include "engine/train/optimizer_step.h"

namespace trainyard {

namespace {

constexpr int kSteps = 2;
constexpr std::int64_t kTokensOfBatch = 1024, kMaxRows = 8;
constexpr std::int64_t kLongestBlock = 256;  // the content of longer ones is no different

class RehearsedTraining {
 public:
  RehearsedTraining(const PlannedTraining& planned, std::filesystem::path document)
      : planned_(planned), document_(std::move(document)), experiment_(planned.experiment) {
    experiment_.resources.gpus_per_node = 0;
    turn_off_streaming(experiment_);
    // A CPU cannot compute in fp16; bf16 has as few bytes and is as narrow.
    if (experiment_.precision.kind == PrecisionKind::fp16)
      experiment_.precision.kind = PrecisionKind::bf16;
  }

  Result<RehearsedSteps> run() {
    at::set_num_threads(allowed_cores());
    TRY(open_training_rows());
    TRY(make_shrunk_model());
    RehearsedSteps done;
    for (int step = 0; step < kSteps; ++step) {
      TRY(const std::optional<double> loss, take_step(step));
      if (loss) done.losses.push_back(*loss);
    }
    TRY(evaluate_first_rows(done));
    return done;
  }

 private:
  // A few records may be less than a block, so that there would be none.
  Result<std::unique_ptr<Dataset>> open(const PreparedSplit& split) const {
    Experiment asked = experiment_;
    std::int64_t& length = asked.data.sequence_length;
    if (planned_.data.rows == RowKind::blocks) {
      const std::int64_t there =
          planned_.excerpt ? std::max<std::int64_t>(split.num_tokens, 2) : length;
      length = std::min({length, kLongestBlock, there});
    }
    return open_dataset(asked, planned_.data, split);
  }

  std::int64_t rows_of_batch(const Dataset& rows, std::int64_t wanted) const {
    const std::int64_t length = std::max<std::int64_t>(1, rows.longest_row());
    const std::int64_t fitting = std::clamp<std::int64_t>(kTokensOfBatch / length, 1, kMaxRows);
    return std::min({wanted, fitting, rows.num_examples()});
  }

  Result<void> open_training_rows() {
    TRY(std::unique_ptr<Dataset> rows, open(planned_.data.train));
    if (rows->num_examples() == 0)
      return make_error("data.too_short", {{"tokens", planned_.data.train.num_tokens},
                                           {"sequence_length", experiment_.data.sequence_length}});
    const std::int64_t per_device = rows_of_batch(*rows, planned_.plan.per_device);
    const std::int64_t num_examples = std::min(rows->num_examples(), kSteps * per_device);
    std::shared_ptr<const Dataset> first =
        std::make_shared<FirstExamples>(std::move(rows), num_examples);
    const auto resolve = [&](const std::string& path) { return resolve_path(document_, path); };
    builder_ = make_dataset_builder(data_request(experiment_, *planned_.model, resolve, 1));
    source_ = builder_->training_source(
        std::make_unique<EpochSource>(std::move(first), BatchPlan{num_examples, per_device, 1, 1},
                                      0, experiment_.seed),
        planned_.data.tokens);
    work_.is_padding_free = is_padding_free(experiment_);
    if (work_.is_padding_free) source_ = std::make_unique<FlatRows>(std::move(source_));
    return {};
  }

  Result<void> make_shrunk_model() {
    TRY(work_.model, shrunk_model(experiment_, *planned_.model));
    TRY(ParameterTable table, trained_table(*work_.model, experiment_.lora));
    TRY(work_.task, make_task(experiment_, task_data(planned_.data, planned_.model->config())));
    TRY(work_.group, make_process_group(RankInfo{}, at::kCPU, std::chrono::seconds(60)));
    const PrecisionKind precision = experiment_.precision.kind;
    work_.parameters = std::make_unique<Parameters>(
        std::move(table), at::kCPU, compute_type(precision), trained_type(precision));
    work_.parameters->initialize(static_cast<std::uint64_t>(experiment_.seed));
    work_.parameters->update_copies();
    work_.optimizer = make_optimizer(experiment_.optimizer, *work_.parameters);
    return {};
  }

  // Nothing if none of the rows has anything to learn.
  Result<std::optional<double>> take_step(int step) {
    TRY(const StepBatches read, source_->next());
    std::vector<Batch> batches;
    std::int64_t num_targets = 0;
    for (const MicroBatch& rows : read.micro_batches) {
      batches.push_back(rows.num_rows > 0 ? work_.task->batch(rows, at::kCPU) : Batch{});
      num_targets += batches.back().num_targets;
    }
    // The first steps of a warm-up would hardly change the weights.
    const std::int64_t num_steps = planned_.plan.num_steps.value_or(1000);
    const Schedule schedule(experiment_.schedule, experiment_.optimizer.learning_rate, num_steps);
    const StepParts parts{at::kCPU,    *work_.model,     *work_.parameters,
                          *work_.task, *work_.optimizer, *work_.group};
    const auto values =
        optimizer_step(parts, batches, num_targets,
                       {forward_mode(experiment_),
                        schedule.learning_rate(warmup_steps(experiment_.schedule, num_steps)),
                        experiment_.optimizer.max_gradient_norm},
                       [] { return true; });
    if (!values->has_targets) return std::optional<double>();
    const auto loss = values->loss.item<double>(), norm = values->gradient_norm.item<double>();
    if (!std::isfinite(loss) || !std::isfinite(norm))
      return make_error(std::isfinite(loss) ? "non_finite_gradient" : "non_finite_loss",
                        {{"step", step + 1}, {"loss", loss}, {"gradient_norm", norm}});
    return std::optional(loss);
  }

  Result<void> evaluate_first_rows(RehearsedSteps& done) {
    const EvaluationSection& evaluation = experiment_.evaluation;
    if (!is_evaluated(evaluation) && !evaluation.on_start) return {};
    const PreparedSplit& split = planned_.data.validation;
    std::unique_ptr<Dataset> rows;
    if (split.exists()) {
      TRY(rows, open(split));
    }
    if (!rows || rows->num_examples() == 0) {
      done.lacks_validation = !planned_.excerpt;  // a few records may have none to hold out
      return {};
    }
    const std::int64_t batch_size =
        rows_of_batch(*rows, evaluation.batch_size.value_or(planned_.plan.per_device));
    const FirstExamples first(std::move(rows), batch_size);
    const auto result =
        evaluate(work_, first, batch_size, [](std::int64_t, std::int64_t) { return true; });
    for (const auto& [name, value] : result->metrics) done.metrics.push_back({name, value});
    return {};
  }

  const PlannedTraining& planned_;
  const std::filesystem::path document_;
  Experiment experiment_;
  TrainingWork work_;
  std::unique_ptr<DatasetBuilder> builder_;
  std::unique_ptr<Source> source_;
};

}  // namespace

Result<RehearsedSteps> rehearse_steps(const PlannedTraining& planned,
                                      const std::filesystem::path& document) {
  return RehearsedTraining(planned, document).run();
}

}  // namespace trainyard
