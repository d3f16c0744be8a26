// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/rehearse_training.h"

#include <algorithm>
#include <chrono>

#include "engine/checkpoint/finite_weights.h"
#include "engine/contract/messages.h"
#include "engine/data/kinds/dataset_builder.h"
#include "engine/inspect/plan_training.h"
#include "engine/inspect/rehearsal_steps.h"
#include "engine/train/data_notes.h"
#include "engine/train/failure.h"
#include "engine/train/model_labels.h"
#include "engine/train/model_setup.h"
#include "engine/train/preflight.h"
#include "engine/train/session.h"
#include "engine/train/stop.h"

namespace trainyard {

namespace {

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
