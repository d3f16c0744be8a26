// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/study_plan.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {

void describe(Section<StudyPlanArguments>& section) {
  section.include(&StudyPlanArguments::experiment);
  section.field("grid", &StudyPlanArguments::grid).required();
  section.field("selection", &StudyPlanArguments::selection);
  section.field("asks_target", &StudyPlanArguments::asksTarget);
}

void describe(Section<PlannedRun>& section) {
  section.field("values", &PlannedRun::values);
  section.field("run", &PlannedRun::run);
  section.field("state", &PlannedRun::state);
  section.field("is_selected", &PlannedRun::isSelected);
  section.field("diagnostics", &PlannedRun::diagnostics);
  section.field("gpu_hours", &PlannedRun::gpuHours);
}

void describe(Section<StudyPlan>& section) {
  section.field("study", &StudyPlan::study);
  section.field("runs", &StudyPlan::runs);
}

qsizetype selectedIn(const StudyPlan& plan) {
  return std::ranges::count_if(plan.runs, &PlannedRun::isSelected);
}

Result<void> refusalIn(const StudyPlan& plan) {
  for (const PlannedRun& run : plan.runs) {
    if (!run.isSelected || !has_errors(run.diagnostics)) continue;
    const auto why = std::ranges::find(run.diagnostics, Severity::error, &Diagnostic::severity);
    return make_error("study.run_refused",
                      {{"values", run.values.join(QLatin1Char(' ')).toStdString()},
                       {"why", asArgument(messageOf(*why))}});
  }
  return {};
}

}  // namespace trainyard
