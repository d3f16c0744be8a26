// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/task.h"

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/messages.h"
#include "engine/task/classification.h"
#include "engine/task/language_modeling.h"

namespace trainyard {

namespace {

using MakeTask = std::unique_ptr<Task> (*)(const Experiment&, const TaskData&);

constexpr std::pair<TaskKind, MakeTask> kTasks[] = {
    {TaskKind::causal_language_modeling, make_causal_lm},
    {TaskKind::masked_language_modeling, make_masked_lm},
    {TaskKind::instruction_tuning, make_causal_lm},
    {TaskKind::sequence_classification, make_sequence_classification},
    {TaskKind::token_classification, make_token_classification}};

}  // namespace

HeadKind head_of(TaskKind kind) {
  switch (traits_of(kind).output) {
    case TaskOutput::row:
      return HeadKind::sequence_classification;
    case TaskOutput::words:
      return HeadKind::token_classification;
    case TaskOutput::tokens:
      break;
  }
  return HeadKind::language_modeling;
}

Result<std::unique_ptr<Task>> make_task(const Experiment& experiment, const TaskData& data) {
  const TaskSection& task = experiment.task;
  for (const auto& [kind, make] : kTasks)
    if (kind == task.kind) return make(experiment, data);
  return make_error("rule.not_executed", {{"field", "task.kind"},
                                          {"found", std::string(name_of(task.kind))},
                                          {"instead", std::string(name_of(kTasks[0].first))}});
}

}  // namespace trainyard
