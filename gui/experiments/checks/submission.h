// SPDX-License-Identifier: GPL-3.0-or-later
// Sends the document to the service: as it is shown, saved or not. For a cluster, logs in first;
// nothing is started while it cannot be reached.
#pragma once

#include <QObject>
#include <stop_token>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "gui/targets/target_list.h"

namespace trainyard {

// The findings in an "experiment.invalid" error; empty for other errors.
std::vector<Diagnostic> findingsOf(const Error& error);

class Submission : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  Submission(ServiceClient* client, TargetList* targets);
  ~Submission() override;

  bool isBusy() const { return m_busy; }
  // Whether one still goes on, though the next may start: it would end with this object.
  bool isUnderway() const { return m_underway > 0; }
  void submit(const SubmitRequest& request);
  // Of the runs that the grid makes (combinationsOf()), those that are selected. All are checked
  // before the first is created, so that a value that is refused leaves no half study.
  void submitStudy(const SubmitRequest& request, const QStringList& grid, StudySelection selection);
  // A search whose trials are jobs of their own: the service submits them one by one.
  void startSearch(const SubmitRequest& request);

 signals:
  void busyChanged(bool busy);
  // None is under way any more.
  void settled();
  // For a cluster: the run is in the store while its files are still being transferred. The next
  // submission may start.
  void begun(const QString& run);
  void submitted(const QString& run, const QString& folder);
  // All runs of a study, or those before a failure.
  void studySubmitted(const QString& study, int numRuns);
  void searchStarted(const QString& study);
  // How many runs of how many have been submitted.
  void progressed(int done, int all);
  void failed(const QString& sentence);
  // Emitted before `failed` if the document cannot be submitted.
  void refused(const std::vector<Diagnostic>& findings);

 private:
  QCoro::Task<void> run(SubmitRequest request);
  // Counts what is under way.
  QCoro::Task<void> track(QCoro::Task<void> work);
  QCoro::Task<void> runStudy(StudyPlanArguments arguments);
  QCoro::Task<Result<StudyPlan>> planStudy(StudyPlanArguments arguments);
  QCoro::Task<void> runSearch(SubmitRequest request);
  QCoro::Task<Result<void>> reach(QString target);
  void fail(const Error& error);
  void setBusy(bool busy);
  void seeChanges(const QStringList& runs);

  ServiceClient* m_client;
  TargetList* m_targets;
  std::stop_source m_stop;
  QString m_travelling;  // UUID of the run being sent to a cluster, until it is in the store
  bool m_busy = false;
  int m_underway = 0;
};

}  // namespace trainyard
