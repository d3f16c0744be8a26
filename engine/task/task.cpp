#include "engine/task/task.h"

#include "engine/contract/messages.h"
#include "engine/task/language_modeling.h"

namespace trainyard {

namespace {

using MakeTask = std::unique_ptr<Task> (*)(const Experiment&, const SpecialTokens&);

constexpr std::pair<TaskKind, MakeTask> kTasks[] = {
    {TaskKind::causal_language_modeling, make_causal_lm},
    {TaskKind::masked_language_modeling, make_masked_lm}};

}  // namespace

Result<std::unique_ptr<Task>> make_task(const Experiment& experiment, const SpecialTokens& tokens) {
  const TaskSection& task = experiment.task;
  for (const auto& [kind, make] : kTasks)
    if (kind == task.kind) return make(experiment, tokens);
  return make_error("rule.not_executed", {{"field", "task.kind"},
                                          {"found", std::string(name_of(task.kind))},
                                          {"instead", std::string(name_of(kTasks[0].first))}});
}

}  // namespace trainyard
