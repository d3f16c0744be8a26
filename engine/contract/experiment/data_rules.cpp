#include "engine/contract/experiment/data_rules.h"

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

using Found = std::vector<Diagnostic>;

void note(Found& out, Severity severity, const char* code, const char* path, Map arguments = {}) {
  out.push_back(make_diagnostic(severity, code, path, std::move(arguments)));
}

// Of a kind of data that other fields name.
void unused(Found& out, const Experiment& experiment, const char* path, bool is_given) {
  if (is_given)
    note(out, Severity::warning, "rule.data_unused", path,
         {{"field", path}, {"kind", std::string(name_of(experiment.data.kind))}});
}

void check_timelines(const Experiment& experiment, Found& out) {
  const TimelinesSection& timelines = experiment.timelines;
  const TaskKind task = experiment.task.kind;
  const bool classifies = task == TaskKind::sequence_classification;
  if (!classifies && task != TaskKind::causal_language_modeling)
    note(out, Severity::error, "rule.timelines_task", "task.kind",
         {{"found", std::string(name_of(task))}});
  if (!timelines.vocabulary)
    note(out, Severity::error, "rule.timelines_vocabulary", "timelines.vocabulary");
  if (classifies && !timelines.outcome)
    note(out, Severity::error, "rule.timelines_outcome", "timelines.outcome");
  unused(out, experiment, "data.tokenizer", experiment.data.tokenizer.has_value());
}

void check_prepared(const Experiment& experiment, Found& out) {
  const DataSection& data = experiment.data;
  if (!data.path) note(out, Severity::error, "rule.data_path", "data.path");
  unused(out, experiment, "data.train", !data.train.empty());
  unused(out, experiment, "data.validation", !data.validation.empty());
  unused(out, experiment, "data.tokenizer", data.tokenizer.has_value());
}

void check_instructions(const Experiment& experiment, Found& out) {
  const InstructionsSection& instructions = experiment.instructions;
  if (experiment.task.kind != TaskKind::instruction_tuning) return;
  if (instructions.formatter && instructions.mixture)
    note(out, Severity::error, "rule.formatter_and_mixture", "instructions.formatter");
  if (instructions.packing == Packing::wrapped && instructions.loss_on == LossOn::assistant)
    note(out, Severity::warning, "rule.wrapped_answers", "instructions.packing");
}

}  // namespace

void check_data_rules(const Experiment& experiment, Found& out) {
  if (experiment.workload != Workload::engine) return;
  const DataSection& data = experiment.data;
  if (data.kind == DataKind::prepared) return check_prepared(experiment, out);
  if (data.kind == DataKind::timelines) check_timelines(experiment, out);
  check_instructions(experiment, out);
  const bool has_mixture = experiment.task.kind == TaskKind::instruction_tuning &&
                           experiment.instructions.mixture.has_value();
  if (data.train.empty() && !has_mixture)
    note(out, Severity::error, "rule.data_train", "data.train");
  unused(out, experiment, "data.path", data.path.has_value());
  if (data.keep_short_groups && !data.texts_per_group)
    note(out, Severity::warning, "rule.short_groups", "data.keep_short_groups");
}

}  // namespace trainyard
