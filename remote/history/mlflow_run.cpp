// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/mlflow_run.h"

#include "remote/history/history_settings.h"
#include "remote/values/text.h"

namespace trainyard {

void describeMlflowRun(const MlflowRun& known, RecordedRun& run) {
  if (!known.name.empty()) run.title = text(known.name);
  if (!known.experiment.empty())
    run.settings << RunSetting{QStringLiteral("mlflow.experiment"), text(known.experiment), {}};
  if (known.started) run.started = *known.started / 1000;
  if (known.ended) run.ended = *known.ended / 1000;
  if (known.status == "FAILED" || known.status == "4")
    run.endAs(RunState::failed, "history.failed");
  if (known.status == "KILLED" || known.status == "5")
    run.endAs(RunState::cancelled, "history.killed");
  if (known.status == "RUNNING" || known.status == "1")
    run.endAs(RunState::failed, "history.no_end");
}

void addMlflowTag(const std::string& name, const std::string& value, RecordedRun& run) {
  if (name == "mlflow.runName" && !value.empty()) run.title = text(value);
  if (name == "mlflow.note.content") run.note = text(value);
  if (name == "mlflow.parentRunId")
    run.settings << RunSetting{QStringLiteral("mlflow.parent"), text(value), {}};
  if (!name.starts_with("mlflow."))
    run.settings << settingFrom(QStringLiteral("tags.") + text(name), value);
}

}  // namespace trainyard
