// SPDX-License-Identifier: GPL-3.0-or-later
// The targets for runs, as currently known to the service: this computer first, then the clusters
// with their links and facts. One list for the whole window.
#pragma once

#include <QObject>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class PracticeStart;

class TargetList : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit TargetList(ServiceClient* client);
  ~TargetList() override;

  // Whether the service has answered at least once; before that nothing is known about a name.
  bool isKnown() const { return m_known; }
  const QList<TargetRecord>& targets() const { return m_targets; }
  const TargetRecord* find(const QString& name) const;
  // Makes the practice cluster one of them.
  PracticeStart* practice() { return m_practice; }
  static bool isHere(const QString& name) { return name == QLatin1String("here"); }

  void refresh();
  // For tests, and for lists that are part of another answer.
  void setTargets(const QList<TargetRecord>& targets);

 signals:
  void changed();

 private:
  QCoro::Task<void> read(std::stop_token stop);

  ServiceClient* m_client;
  PracticeStart* m_practice;
  QList<TargetRecord> m_targets;
  std::stop_source m_stop;
  bool m_known = false;
};

}  // namespace trainyard
