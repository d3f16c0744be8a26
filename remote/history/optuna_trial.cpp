// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/optuna_trial.h"

#include "remote/history/history_settings.h"
#include "remote/values/text.h"

namespace trainyard {

RecordedRun runOfTrial(const std::string& study, const search::Trial& trial,
                       const std::map<std::int64_t, double>& values) {
  RecordedRun run;
  run.studyName = text(study);
  run.title = QStringLiteral("%1 #%2").arg(run.studyName).arg(trial.number);
  run.settings = settingsFrom(trial.values);
  for (const RunSetting& setting : std::as_const(run.settings))
    run.studyValues << setting.path + QLatin1Char('=') + setting.value;
  run.settings << RunSetting{QStringLiteral("optuna.study"), run.studyName, {}}
               << settingFrom(QStringLiteral("optuna.trial"), std::to_string(trial.number));
  for (const auto& [step, value] : trial.reports)
    run.curves.add({{}, step, {}, {{"intermediate_value", value}}, {}});
  const std::optional<double> ended = trial.ended > 0 ? std::optional(trial.ended) : std::nullopt;
  TrackedPoint last{ended, search::last_step(trial), {}, {}, {}};
  for (const auto& [objective, value] : values)
    last.values.emplace_back(
        values.size() == 1 ? std::string("value") : "values_" + std::to_string(objective), value);
  if (!last.values.empty()) run.curves.add(last);
  if (trial.started > 0) run.started = trial.started;
  run.ended = ended;
  if (trial.state == search::TrialState::failed) run.endAs(RunState::failed, "history.failed");
  if (trial.state == search::TrialState::pruned) run.endAs(RunState::cancelled, "history.pruned");
  if (trial.state == search::TrialState::running) run.endAs(RunState::failed, "history.no_end");
  return run;
}

}  // namespace trainyard
