// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/data_rules.h"

#include <algorithm>
#include <tuple>

#include "engine/system/comma_list.h"
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

using Found = std::vector<Diagnostic>;

void note(Found& out, Severity severity, const char* code, const char* path, Map arguments = {}) {
  out.push_back(make_diagnostic(severity, code, path, std::move(arguments)));
}

// For a kind of data that other fields belong to.
void unused(Found& out, const Experiment& experiment, const char* path, bool is_given) {
  if (is_given)
    note(out, Severity::warning, "rule.data_unused", path,
         {{"field", path}, {"kind", std::string(name_of(experiment.data.kind))}});
}

void check_timelines(const Experiment& experiment, Found& out) {
  const TimelinesSection& timelines = experiment.timelines;
  const TaskKind task = experiment.task.kind;
  const bool classifies = traits_of(task).output == TaskOutput::row;
  if (!classifies && task != TaskKind::causal_language_modeling)
    note(out, Severity::error, "rule.timelines_task", "task.kind",
         {{"found", std::string(name_of(task))}});
  if (!timelines.vocabulary)
    note(out, Severity::error, "rule.timelines_vocabulary", "timelines.vocabulary");
  if (classifies && !timelines.outcome)
    note(out, Severity::error, "rule.timelines_outcome", "timelines.outcome");
  if (!classifies && timelines.streaming && !experiment.training.max_steps)
    note(out, Severity::error, "rule.streaming_steps", "training.max_steps",
         {{"field", "timelines.streaming"}});
  unused(out, experiment, "data.tokenizer", experiment.data.tokenizer.has_value());
}

void check_text_stream(const Experiment& experiment, Found& out) {
  const DataSection& data = experiment.data;
  if (!data.streaming) return;
  if (traits_of(experiment.task.kind).records != TaskRecords::texts) return;
  if (!experiment.training.max_steps)
    note(out, Severity::error, "rule.streaming_steps", "training.max_steps",
         {{"field", "data.streaming"}});
  if (!data.tokenizer && !experiment.model.pretrained)
    note(out, Severity::error, "rule.streaming_tokenizer", "data.tokenizer");
  if (data.validation.empty() && data.validation_split_ratio > 0)
    note(out, Severity::error, "rule.streaming_split", "data.validation_split_ratio");
  const auto refuse = [&](const char* path, bool is_given) {
    if (is_given) note(out, Severity::error, "rule.streaming_whole", path, {{"field", path}});
  };
  refuse("data.split_seed", data.split_seed.has_value());
  refuse("data.drop_incomplete_rows", data.drop_incomplete_rows);
  refuse("data.sentences", data.sentences != SentenceSplitter::none);
  refuse("data.sample_seed", data.sample_seed && data.max_train_samples);
  refuse("batch.group_by_length", experiment.batch.group_by_length);
}

void check_prepared(const Experiment& experiment, Found& out) {
  const DataSection& data = experiment.data;
  if (!data.path) note(out, Severity::error, "rule.data_path", "data.path");
  unused(out, experiment, "data.train", !data.train.empty());
  unused(out, experiment, "data.validation", !data.validation.empty());
  unused(out, experiment, "data.test", !data.test.empty());
  unused(out, experiment, "data.temporal_test", !data.temporal_test.empty());
  unused(out, experiment, "data.tokenizer", data.tokenizer.has_value());
}

// One or several files that are split into training, validation and test.
void check_split(const Experiment& experiment, Found& out) {
  const DataSection& data = experiment.data;
  if (!data.split_seed) {
    if (data.test_split_ratio > 0)
      note(out, Severity::error, "rule.test_ratio_seed", "data.test_split_ratio");
    return;
  }
  for (const auto& [path, files, ratio] :
       {std::tuple("data.validation", &data.validation, data.validation_split_ratio),
        std::tuple("data.test", &data.test, data.test_split_ratio)})
    if (!files->empty() && ratio > 0)
      note(out, Severity::error, "rule.split_and_files", path,
           {{"field", path}, {"ratio", std::string(path) + "_split_ratio"}});
  const double sum = data.validation_split_ratio + data.test_split_ratio;
  if (sum >= 1)
    note(out, Severity::error, "rule.split_sum", "data.split_seed", {{"sum", sum}});
  else if (sum == 0)
    note(out, Severity::error, "rule.split_nothing", "data.split_seed");
}

// Steps that read CSV files of texts (engine/data/steps).
void check_steps(const Experiment& experiment, Found& out) {
  const DataSection& data = experiment.data;
  const TaskTraits& task = traits_of(experiment.task.kind);
  const bool is_language = task.records == TaskRecords::texts;
  const bool is_text = data.kind == DataKind::text;
  const auto refuse = [&](const char* path, bool is_given, bool is_possible) {
    if (is_given && !is_possible)
      note(out, Severity::error, "rule.step_unused", path, {{"field", path}});
  };
  const bool has_rows = is_text && (is_language || task.output == TaskOutput::row);
  refuse("data.split_seed", data.split_seed.has_value(), has_rows);
  refuse("data.drop_incomplete_rows", data.drop_incomplete_rows, has_rows);
  refuse("data.sentences", data.sentences != SentenceSplitter::none, is_text && is_language);
  if (data.sentence_parameters && data.sentences == SentenceSplitter::none)
    note(out, Severity::warning, "rule.sentence_parameters", "data.sentence_parameters");
  if (data.sample_seed && !data.max_train_samples && !data.max_validation_samples)
    note(out, Severity::warning, "rule.sample_seed", "data.sample_seed");
  if (has_rows) check_split(experiment, out);
}

void check_instructions(const Experiment& experiment, Found& out) {
  const InstructionsSection& instructions = experiment.instructions;
  if (traits_of(experiment.task.kind).records != TaskRecords::instructions) return;
  const DataSection& data = experiment.data;
  for (const auto& [path, files] :
       {std::pair("data.test", &data.test), std::pair("data.temporal_test", &data.temporal_test)})
    if (!files->empty() && instructions.mixture)
      note(out, Severity::error, "rule.mixture_tests", path, {{"field", path}});
  for (const auto& [path, files] :
       {std::pair("data.train", &data.train), std::pair("data.validation", &data.validation)})
    if (!files->empty() && instructions.mixture)
      note(out, Severity::warning, "rule.mixture_files", path, {{"field", path}});
  if (instructions.formatter && instructions.mixture)
    note(out, Severity::error, "rule.formatter_and_mixture", "instructions.formatter");
  if (experiment.workload == Workload::engine && experiment.model.kind == ModelKind::mamba) {
    // A state passes from one document of a row to the next.
    if (instructions.packing == Packing::ffd)
      note(out, Severity::error, "rule.state_passes", "instructions.packing",
           {{"field", "instructions.packing: ffd"}});
    if (instructions.padding_free)
      note(out, Severity::error, "rule.state_passes", "instructions.padding_free",
           {{"field", "instructions.padding_free"}});
  }
  if (instructions.packing == Packing::wrapped && instructions.loss_on == LossOn::assistant)
    note(out, Severity::warning, "rule.wrapped_answers", "instructions.packing");
}

// The metrics of the task's evaluation, as named by the engine's tasks (a test checks that they
// agree).
std::string_view metrics_of(const TaskSection& task) {
  const TaskTraits& traits = traits_of(task.kind);
  const bool is_number =
      traits.output == TaskOutput::row && task.problem_type == ProblemType::regression;
  return is_number ? "loss, mse, pearson, spearman" : traits.metrics;
}

void metric_is_known(const Experiment& experiment, Found& out) {
  const std::vector<std::string> known = evaluation_metrics(experiment.task);
  const std::string& wanted = experiment.evaluation.metric;
  if (std::ranges::find(known, wanted) == known.end())
    note(out, Severity::error, "evaluation.metric", "evaluation.metric",
         {{"metric", wanted}, {"known", comma_list(known)}});
}

}  // namespace

std::vector<std::string> evaluation_metrics(const TaskSection& task) {
  std::vector<std::string> known;
  for (std::string_view rest = metrics_of(task); !rest.empty();) {
    const std::size_t end = std::min(rest.find(", "), rest.size());
    known.push_back("eval/" + std::string(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return known;
}

void check_data_rules(const Experiment& experiment, Found& out) {
  if (experiment.workload != Workload::engine) return;
  metric_is_known(experiment, out);
  const DataSection& data = experiment.data;
  check_steps(experiment, out);
  if (data.kind == DataKind::prepared) return check_prepared(experiment, out);
  if (data.kind == DataKind::timelines) check_timelines(experiment, out);
  if (data.kind == DataKind::text) check_text_stream(experiment, out);
  check_instructions(experiment, out);
  const bool has_mixture = traits_of(experiment.task.kind).records == TaskRecords::instructions &&
                           experiment.instructions.mixture.has_value();
  if (data.train.empty() && !has_mixture)
    note(out, Severity::error, "rule.data_train", "data.train");
  unused(out, experiment, "data.path", data.path.has_value());
  if (data.keep_short_groups && !data.texts_per_group)
    note(out, Severity::warning, "rule.short_groups", "data.keep_short_groups");
}

}  // namespace trainyard
