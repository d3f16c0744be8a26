// SPDX-License-Identifier: GPL-3.0-or-later
// Sends the document to the service: as it is shown, saved or not. A cluster is logged in to first;
// while it cannot be reached, nothing is begun.
#pragma once

#include <QObject>
#include <stop_token>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "gui/targets/target_list.h"

namespace trainyard {

// The findings that an "experiment.invalid" carries; none for other errors.
std::vector<Diagnostic> findingsOf(const Error& error);

class Submission : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  Submission(ServiceClient* client, TargetList* targets, QObject* parent = nullptr);
  ~Submission() override;

  bool isBusy() const { return m_busy; }
  void submit(const SubmitRequest& request);

 signals:
  void busyChanged(bool busy);
  // To a cluster: the run is in the store while its files still travel. The next submission may be
  // made.
  void begun(const QString& run);
  void submitted(const QString& run, const QString& folder);
  void failed(const QString& sentence);
  // Comes before `failed` when it is the document that cannot be submitted.
  void refused(const std::vector<Diagnostic>& findings);

 private:
  QCoro::Task<void> run(SubmitRequest request);
  QCoro::Task<Result<void>> reach(QString target);
  void fail(const Error& error);
  void setBusy(bool busy);
  void seeChanges(const QStringList& runs);

  ServiceClient* m_client;
  TargetList* m_targets;
  std::stop_source m_stop;
  QString m_travelling;  // identity of the run that is being sent to a cluster, until it is in the
                         // store
  bool m_busy = false;
};

}  // namespace trainyard
