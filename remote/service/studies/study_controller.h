// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one study whose trials are jobs of their own: proposes values, submits each trial's runs,
// reports their curves to the pruner and notes how they end. All that it knows is in the study's
// journal, whose only writer it is, and in the store. Every step can be repeated, so that the
// service may be killed at any moment: what the journal has of a trial comes before what is done
// about it. One thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include <QCoroTask>
#include <QHash>
#include <QProcessEnvironment>
#include <QSet>

#include "engine/contract/result.h"
#include "engine/search/decisions.h"
#include "engine/search/journal.h"
#include "remote/process/task_group.h"
#include "remote/service/protocol/protocol.h"
#include "remote/service/runs/runs.h"

namespace trainyard {

class StudyController {
 public:
  // How often a trial's runs may start again after a cause that may pass.
  static constexpr std::int64_t retryLimit = 3;

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
  // Where a trial's curve was read to.
  struct Place {
    int attempt = 0;
    qint64 sequence = -1;
    std::int64_t points = 0;
  };

  StudyController(Runs& runs, QString journal, SubmitRequest request);
  Result<void> openJournal();

  const search::Trial& trial(std::int64_t number) const {
    return m_journal->study().trials[static_cast<std::size_t>(number)];
  }
  const SearchSection& section() const { return m_journal->record().search; }
  QString runOf(std::int64_t trial, std::int64_t seedIndex) const;
  QStringList valuesOf(std::int64_t trial, std::int64_t seedIndex) const;
  bool isTimeOver() const;

  // Each writes to the journal through it, so that windows are told.
  Result<void> written(Result<void> done) {
    m_isChanged |= done.ok();
    return done;
  }

  Result<void> step();
  Result<void> propose();
  Result<void> settle(std::int64_t number);
  Result<void> report(std::int64_t number, const QString& run);
  Result<void> settleEnd(std::int64_t number, std::int64_t seedIndex, const RunRecord& run);
  Result<void> takeResult(std::int64_t number, std::int64_t seedIndex, const RunRecord& run);
  Result<void> failTrial(std::int64_t number, const Error& cause, std::int64_t steps);
  void cancelRuns(std::int64_t number);
  void cancelLeftRuns();

  struct Missing {
    std::int64_t trial = 0, seedIndex = 0;
  };
  std::optional<Missing> missingRun();
  QCoro::Task<void> submitMissing();
  QCoro::Task<void> resumeRun(std::int64_t number, QString run);

  Runs& m_runs;
  QString m_study, m_path;
  SubmitRequest m_request;
  QProcessEnvironment m_environment;
  std::optional<search::StudyJournal> m_journal;  // nothing: it must be opened again
  search::Space m_space;
  std::unique_ptr<search::Sampler> m_sampler;
  std::unique_ptr<search::Pruner> m_pruner;
  QHash<std::int64_t, Place> m_places;  // by trial
  QSet<QString> m_watched;              // runs of trials that run
  QSet<QString> m_resuming;
  bool m_isSubmitting = false, m_isChanged = false;
  std::stop_source m_stop;
  Waiter m_wake;
  TaskGroup m_tasks;
};

}  // namespace trainyard
