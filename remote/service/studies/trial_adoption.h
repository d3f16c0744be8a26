// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the trials that a controller on a cluster submits runs of this computer: as the records of
// the study arrive, their folders there are read and followed like any other run's. One thread.
#pragma once

#include <QCoroTask>
#include <QHash>
#include <QObject>

#include "remote/process/task_group.h"
#include "remote/service/runs/runs.h"
#include "remote/store/study_reader.h"

namespace trainyard {

class TrialAdoption : public QObject {
  Q_OBJECT

 public:
  explicit TrialAdoption(Runs& runs);

  // Goes on with the studies whose controllers run. Must be called after Runs::begin().
  void begin();
  QCoro::Task<void> finish() { co_await m_tasks.finish(); }

 private:
  struct Followed {
    StudyReader::Reading reading;
    QHash<QString, std::int64_t> retries;  // of its trial when the run was last read
  };

  void look(const QString& run);
  bool isController(const RunRecord& run);
  QCoro::Task<void> follow(QString study);
  // Whether all runs of its trials are there, as far as the study knows.
  QCoro::Task<bool> adoptTrials(QString study, Followed& followed, std::stop_token stop);
  QCoro::Task<bool> adoptTrial(RunRecord study, const search::Trial& trial, QString run,
                               Followed& followed, std::stop_token stop);

  Runs& m_runs;
  QSet<QString> m_wanted;    // controllers that ran while this service did, not all of whose trials
                             // are there
  QSet<QString> m_followed;  // those of them that are being followed
  TaskGroup m_tasks;
};

}  // namespace trainyard
