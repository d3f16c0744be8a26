// SPDX-License-Identifier: GPL-3.0-or-later
// Submits the runs that would tell settings apart, one behind the other, as one study.
#pragma once

#include <QObject>
#include <stop_token>

#include "gui/runs/compare/more_seeds.h"
#include "remote/service/client/client.h"

namespace trainyard {

class SeedSubmission : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit SeedSubmission(ServiceClient* client, QObject* parent = nullptr);
  ~SeedSubmission() override;

  bool isSubmitting() const { return m_isSubmitting; }
  bool isConnected() const { return m_client->isConnected(); }
  void submit(const QList<SeedRun>& runs);

 signals:
  void progressed(int submitted, int total);
  // Those that were; `problem`: why the next was not, empty if all were.
  void ended(const QStringList& runs, const QString& problem);

 private:
  QCoro::Task<void> submitAll(QList<SeedRun> runs, std::stop_token stop);

  ServiceClient* m_client;
  bool m_isSubmitting = false;
  std::stop_source m_stop;
};

}  // namespace trainyard
