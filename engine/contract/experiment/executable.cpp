// SPDX-License-Identifier: GPL-3.0-or-later
// check_executable of rules.h: becomes shorter as the engine grows.
#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"

namespace trainyard {

std::vector<Diagnostic> check_executable(const Experiment& experiment) {
  std::vector<Diagnostic> out;
  if (experiment.workload != Workload::engine) return out;
  const auto only = [&](const char* path, bool is_executed, std::string_view instead) {
    if (is_executed) return;
    const Value found = find_field(path)->get(experiment);
    out.push_back(make_diagnostic(
        Severity::error, "rule.not_executed", path,
        {{"field", path}, {"found", spell(found)}, {"instead", std::string(instead)}}));
  };
  const bool sees_all = traits_of(experiment.model.kind).is_bidirectional;
  const TaskModels models = traits_of(experiment.task.kind).models;
  const TaskKind from_text =
      sees_all ? TaskKind::masked_language_modeling : TaskKind::causal_language_modeling;
  only("task.kind", models == TaskModels::any || (models == TaskModels::bidirectional) == sees_all,
       std::string(name_of(from_text)) + ", sequence_classification or token_classification");
  return out;
}

}  // namespace trainyard
