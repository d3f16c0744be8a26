// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/studies/trial_adoption.h"

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/run/run_folder.h"
#include "remote/process/waiter.h"
#include "remote/values/study_runs.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr std::chrono::seconds pause{5};  // until a folder that is not whole yet is read again
constexpr int looksAfterEnd = 3;

// The folder of a trial's run lies beside that of the study.
QString folderOf(const RunRecord& study, const QString& run) {
  return study.folder.section(QLatin1Char('/'), 0, -2) + QLatin1Char('/') +
         text(run_folder_name(study.name.toStdString(), run.toStdString()));
}

QStringList valuesOf(const search::Trial& trial) {
  QStringList values;
  for (const auto& [path, value] : trial.values) values << text(path + "=" + spell(value));
  return values;
}

}  // namespace

TrialAdoption::TrialAdoption(Runs& runs) : m_runs(runs) {
  connect(&runs.registry(), &RunRegistry::changed, this, &TrialAdoption::look);
}

void TrialAdoption::begin() {
  const auto runs = m_runs.registry().store.runs();
  if (!runs) return;
  for (const RunRecord& run : *runs)
    if (isOpen(run.state)) look(run.run);
}

bool TrialAdoption::isController(const RunRecord& run) {
  if (!run.study.isEmpty() || !run.parent.isEmpty()) return false;
  const auto settings = m_runs.registry().store.settings(run.run);
  const QString byController = text(name_of(SearchRunAs::controller_job));
  return settings && settings->value(QStringLiteral("search.run_as")).toString() == byController;
}

void TrialAdoption::look(const QString& run) {
  if (m_followed.contains(run) || m_tasks.token().stop_requested()) return;
  if (!m_wanted.contains(run)) {
    const auto record = m_runs.registry().store.run(run);
    if (!record || !isOpen(record->state) || !isController(*record)) return;
    m_wanted.insert(run);
  }
  m_followed.insert(run);
  m_tasks.start(follow(run));
}

QCoro::Task<void> TrialAdoption::follow(QString study) {
  const std::stop_token stop = m_tasks.token();
  Followed followed;
  Waiter waiter;
  connect(&m_runs.registry(), &RunRegistry::changed, &waiter, [&](const QString& changed) {
    if (changed == study) waiter.wake();
  });
  for (int left = looksAfterEnd; left > 0 && !stop.stop_requested();) {
    const auto record = m_runs.registry().store.run(study);
    if (!record) {
      m_wanted.remove(study);
      break;
    }
    if (!isOpen(record->state)) --left;
    const bool isWhole = co_await adoptTrials(study, followed, stop);
    if (isWhole && !isOpen(record->state)) {
      m_wanted.remove(study);
      break;
    }
    co_await waiter.wait(stop, QDeadlineTimer(pause));
  }
  m_followed.remove(study);
}

QCoro::Task<bool> TrialAdoption::adoptTrials(QString study, Followed& followed,
                                             std::stop_token stop) {
  StudyReader reader(m_runs.registry().store.path());
  const auto record = m_runs.registry().store.run(study);
  if (!record || !reader.read(study, followed.reading)) co_return false;
  const search::RecordedStudy recorded = followed.reading.recorded;
  bool isWhole = true;
  for (const search::Trial& trial : recorded.study.trials)
    for (std::int64_t i = 0; i < recorded.record.search.seeds && !stop.stop_requested(); ++i) {
      const bool isThere =
          co_await adoptTrial(*record, trial, trialRun(study, trial.number, i), followed, stop);
      isWhole &= isThere;
    }
  co_return isWhole;
}

QCoro::Task<bool> TrialAdoption::adoptTrial(RunRecord study, const search::Trial& trial,
                                            QString run, Followed& followed, std::stop_token stop) {
  const auto known = m_runs.registry().store.run(run);
  const auto seen = followed.retries.constFind(run);
  if (known && seen != followed.retries.constEnd() && *seen == trial.retries) co_return true;
  const std::int64_t retries = trial.retries;
  const bool isRunning = trial.state == search::TrialState::running;
  Result<bool> taken = true;
  if (!known)
    taken = co_await m_runs.adopt(study.target, folderOf(study, run), valuesOf(trial), stop);
  else if (retries > 0)
    taken = co_await m_runs.takeNewestJob(run, stop);
  if (taken && *taken) {
    followed.retries[run] = retries;
    co_return true;
  }
  // A trial that was refused never had a run; the further job of one that runs is yet to come.
  co_return known ? !isRunning || isOpen(known->state) : trial.state == search::TrialState::failed;
}

}  // namespace trainyard
