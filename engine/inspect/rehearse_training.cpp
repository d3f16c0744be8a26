// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/rehearse_training.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "engine/checkpoint/finite_weights.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/inspect/plan_training.h"
#include "engine/train/data_notes.h"
#include "engine/train/failure.h"
#include "engine/train/model_labels.h"
#include "engine/train/model_setup.h"
#include "engine/train/preflight.h"
#include "engine/train/session.h"
#include "engine/train/stop.h"
#include "engine/contract/result.h"
#include "engine/contract/results/rehearsal.h"
#include "engine/data/epoch_source.h"
#include "engine/data/flat_rows.h"
#include "engine/data/open_dataset.h"
#include "engine/inspect/shrunk_model.h"
#include "engine/model/adapters.h"
#include "engine/optim/schedule.h"
#include "engine/system/allowed_cores.h"
#include "engine/train/evaluation.h"
#include "engine/train/optimizer_step.h"

namespace trainyard {

namespace {

// Some steps of a training on this computer's CPU, with its own data, task, optimizer, schedule and
// precision, but a shrunk model, and an evaluation of one batch after them.
struct RehearsedSteps {
  std::vector<double> losses;
  std::vector<NamedNumber> metrics;  // none if nothing is evaluated
  // Whether the document wants an evaluation for which there is no data.
  bool lacks_validation = false;
};

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

// `document`: whose paths the experiment has. Errors: "data.too_short", "non_finite_loss", those of
// reading data; throws those of torch.
Result<RehearsedSteps> rehearse_steps(const PlannedTraining& planned,
                                      const std::filesystem::path& document) {
  return RehearsedTraining(planned, document).run();
}

constexpr std::int64_t kFirstRecords = 256;

// The field that has to be changed, by the message's own subject.
std::string field_of(const Error& error) {
  if (error.code.starts_with("instructions.")) return "instructions";
  if (error.code.starts_with("timelines.")) return "timelines";
  if (error.code.starts_with("rule.global")) return "batch.global";
  if (error.code.starts_with("model.")) return "model";
  if (error.code.starts_with("lora.") || error.code.starts_with("adapter.")) return "lora";
  if (error.code.starts_with("non_finite")) return "optimizer.learning_rate";
  if (error.code == "torch" || error.code == "internal") return "";
  return "data";
}

class TrainingRehearsal {
 public:
  TrainingRehearsal(const RehearsalRequest& request, Document document)
      : request_(request), experiment_(std::move(document.experiment)) {
    result_.diagnostics = std::move(document.diagnostics);
  }

  Result<Rehearsal> run() {
    check_start();
    if (!has_errors(result_.diagnostics)) take_steps();
    if (stop_requested()) return make_error("rehearsal.stopped", {});
    return std::move(result_);
  }

 private:
  void add(Severity severity, std::string path, const Error& error) {
    Diagnostic found;
    found.severity = severity;
    found.code = error.code;
    found.path = std::move(path);
    found.arguments = error.arguments;
    found.text = error.message;
    std::vector<Diagnostic> one{std::move(found)};
    place_findings(one, request_.experiment, request_.overrides);
    const auto is_same = [&](const Diagnostic& other) { return other.text == one.front().text; };
    if (std::ranges::none_of(result_.diagnostics, is_same))
      result_.diagnostics.push_back(std::move(one.front()));
  }
  void report(std::string_view phase) const {
    if (request_.progress) request_.progress(phase, 0, 0);
  }

  void check_start() {
    if (has_errors(result_.diagnostics)) return;
    report("phase.checking_files");
    if (const auto known = check_metric(experiment_); !known)
      add(Severity::error, "evaluation.metric", known.error());
    MachineFindings found = check_machine(request_.experiment, experiment_, LooksAt::files);
    place_findings(found.diagnostics, request_.experiment, request_.overrides);
    std::ranges::move(found.diagnostics, std::back_inserter(result_.diagnostics));
  }

  void take_steps() {
    try {
      const PlanRequest wanted{.experiment = request_.experiment,
                               .overrides = request_.overrides,
                               .data_seconds = request_.data_seconds,
                               .first_records = kFirstRecords,
                               .progress = request_.progress};
      const Result<PlannedTraining> planned = plan_training(wanted);
      if (!planned) return add(Severity::error, field_of(planned.error()), planned.error());
      result_.plan = planned->plan;
      check_data(*planned);
      if (has_errors(result_.diagnostics)) return;
      if (experiment_.model.pretrained) check_values();
      report("phase.rehearsing");
      const auto steps = rehearse_steps(*planned, request_.experiment);
      if (!steps) return add(Severity::error, field_of(steps.error()), steps.error());
      if (steps->lacks_validation)
        add(needs_evaluation() ? Severity::error : Severity::warning, "data.validation",
            make_error("data.no_validation", {}));
      result_.losses = steps->losses;
      check_losses(steps->losses);
      result_.metrics = steps->metrics;
    } catch (...) {
      const Error error = failure_of_current_exception();
      add(Severity::error, field_of(error), error);
    }
  }

  void check_data(const PlannedTraining& planned) {
    for (const Error& note : notes_on_data(experiment_, planned.data))
      add(Severity::warning, "data", note);
    if (planned.excerpt) return;  // other records may have something to learn, and other labels
    const std::vector<Split> splits{std::begin(all_splits), std::end(all_splits)};
    if (const auto learned = check_learned(experiment_, planned.data, splits); !learned)
      add(Severity::error, "data", learned.error());
    if (!experiment_.model.pretrained) return;
    const auto resolve = [&](const std::string& path) {
      return resolve_path(request_.experiment, path);
    };
    const std::string folder = resolve(*experiment_.model.pretrained).string();
    const Map config = value_or_throw(model_config(experiment_, resolve));
    if (const auto order = check_label_order(folder, config, planned.data.labels); !order)
      add(Severity::error, "task.labels", order.error());
  }

  // As many of the weights as can be read in the time that data have, too.
  void check_values() {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(request_.data_seconds));
    const auto folder = resolve_path(request_.experiment, *experiment_.model.pretrained);
    const auto finite =
        check_finite_weights(folder, [&] { return !stop_requested() && Clock::now() < end; });
    if (!finite) add(Severity::error, "model.pretrained", finite.error());
  }

  // Batches differ, but hardly by so much.
  void check_losses(const std::vector<double>& losses) {
    constexpr double kLargestRise = 10;
    if (losses.empty() || losses.back() <= kLargestRise * std::max(losses.front(), 1.0)) return;
    add(Severity::warning, "optimizer.learning_rate",
        make_error("rehearsal.loss_rises", {{"steps", static_cast<std::int64_t>(losses.size())},
                                            {"rate", experiment_.optimizer.learning_rate},
                                            {"first", losses.front()},
                                            {"last", losses.back()}}));
  }

  // Otherwise training goes on without it.
  bool needs_evaluation() const {
    return !experiment_.data.validation.empty() || experiment_.evaluation.early_stopping_patience;
  }

  const RehearsalRequest& request_;
  const Experiment experiment_;
  Rehearsal result_;
};

}  // namespace

Result<Rehearsal> rehearse_training(const RehearsalRequest& request) {
  TRY(Document document, read_engine_document(request.experiment, request.overrides));
  if (document.experiment.workload != Workload::engine) return make_error("plan.command", {});
  return TrainingRehearsal(request, std::move(document)).run();
}

}  // namespace trainyard
