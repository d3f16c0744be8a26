// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one study whose trials are jobs that the service submits: search::JobStudy decides, and this
// shows it the runs in the store, submits what is missing and resumes what died. One thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include <QCoroTask>
#include <QHash>
#include <QProcessEnvironment>
#include <QSet>

#include "engine/contract/result.h"
#include "engine/search/job_study.h"
#include "remote/process/task_group.h"
#include "remote/service/protocol/protocol.h"
#include "remote/service/runs/runs.h"
#include "remote/values/study_runs.h"

namespace trainyard {

class StudyController : private search::TrialRuns {
 public:
  // Opens the journal `folder`/<UUID>.jsonl. `request`: what the study was started with. Errors:
  // those of StudyJournal::open and of search::Space::create.
  static Result<std::unique_ptr<StudyController>> open(Runs& runs, const QString& folder,
                                                       SubmitRequest request);

  // Until the study is over or the controller is stopped; once. After that the controller may be
  // destroyed.
  QCoro::Task<void> run();
  void stop() { m_stop.request_stop(); }
  bool isOver() const;

  void noteChanged(const QString& run);
  // Error "study.time_over".
  Result<void> setTrials(qint64 trials);

  // The pause before something that failed, but may succeed later, is tried again.
  std::chrono::milliseconds pause = std::chrono::seconds(30);

 private:
  // Where the curve of a run was read to.
  struct Place {
    int attempt = 0;
    qint64 sequence = -1;
    std::int64_t points = 0;
  };

  StudyController(Runs& runs, QString journal, SubmitRequest request);
  Result<void> openJournal();

  // As TrialRuns: the runs in the store.
  Result<std::optional<search::TrialRunState>> state(const search::TrialRunId& run) override;
  Result<std::vector<search::ObjectivePoint>> new_points(const search::TrialRunId& run) override;
  Result<search::RunObjective> objective(const search::TrialRunId& run) override;
  void cancel(const search::TrialRunId& run) override;
  void resume(const search::TrialRunId& run) override;

  QString runOf(const search::TrialRunId& run) const {
    return trialRun(m_uuid, run.trial, run.seed_index);
  }
  bool isRunning(std::int64_t trial) const;
  Result<void> step();
  void fail(std::int64_t trial, const Error& refusal);
  std::optional<search::TrialRunId> missingRun();
  QCoro::Task<void> submitMissing();
  QCoro::Task<void> resumeRun(std::int64_t trial, QString run);

  Runs& m_runs;
  QString m_uuid, m_path;
  SubmitRequest m_request;
  QProcessEnvironment m_environment;
  std::optional<search::JobStudy> m_study;  // nothing: the journal must be opened again
  QHash<QString, Place> m_places;           // by run
  QSet<QString> m_watched;                  // runs of trials that run
  QSet<QString> m_resuming;
  bool m_isSubmitting = false, m_isChanged = false;
  std::stop_source m_stop;
  Waiter m_wake;
  TaskGroup m_tasks;
};

}  // namespace trainyard
