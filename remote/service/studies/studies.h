// SPDX-License-Identifier: GPL-3.0-or-later
// Manages the studies of this user whose trials are jobs of their own: starts them, goes on with
// those that are not over, and changes how many trials a study shall have. Lives in the service,
// next to Runs, which must outlive it. After finish() nothing is running any more; jobs continue.
#pragma once

#include <map>
#include <memory>

#include <QCoroTask>
#include <QObject>
#include <QSet>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/task_group.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/runs/runs.h"
#include "remote/service/studies/study_controller.h"
#include "remote/service/studies/trial_adoption.h"
#include "remote/service/targets/target_registry.h"

namespace trainyard {

class Studies : public QObject {
  Q_OBJECT

 public:
  // `folder`: of the journals, StudyReader::studiesFolder().
  Studies(Runs& runs, TargetRegistry& targets, QString folder);

  // Goes on with each study that is not over. Must be called after Runs::begin().
  void begin();
  QCoro::Task<void> finish();
  // How many are not over, or are being looked at.
  int size() const { return static_cast<int>(m_open.size()) + m_tasks.size(); }

  // methods::studiesStart
  QCoro::Task<Result<StartedStudy>> start(SubmitRequest request, std::stop_token stop);
  // methods::studiesSetTrials
  QCoro::Task<Result<void>> setTrials(QString study, qint64 trials, std::stop_token stop);

 private:
  QString journalPath(const QString& study) const;
  QCoro::Task<void> openUnfinished();
  void forget(const QString& study);
  Result<StudyController*> open(SubmitRequest request);
  QCoro::Task<void> keep(QString study);
  QCoro::Task<Result<StartedStudy>> create(SubmitRequest request, std::stop_token stop);
  QCoro::Task<Result<void>> tellJob(QString study, qint64 trials, std::stop_token stop);

  Runs& m_runs;
  TargetRegistry& m_targets;
  QString m_folder;
  std::map<QString, std::unique_ptr<StudyController>> m_open;
  QSet<QString> m_starting;
  TrialAdoption m_adoption;
  TaskGroup m_tasks;
};

}  // namespace trainyard
