// SPDX-License-Identifier: GPL-3.0-or-later
// The practice cluster on this computer, started by the service: what is being done, and the target
// that it becomes.
#pragma once

#include <QCoroTask>
#include <QObject>
#include <QString>
#include <stop_token>

namespace trainyard {

class ServiceClient;
class TargetList;

class PracticeStart : public QObject {
  Q_OBJECT
 public:
  // Owned by the list, which it refreshes.
  PracticeStart(ServiceClient* client, TargetList* targets);
  ~PracticeStart() override;

  // Whether it is among the targets.
  bool isThere() const;
  bool isBusy() const { return m_isBusy; }
  // "controller and four nodes"; empty while nothing is known.
  const QString& doing() const { return m_doing; }

  void start();
  void cancel();

 signals:
  void changed();
  // The target is in the list.
  void started(const QString& target);
  void failed(const QString& sentence);

 private:
  QCoro::Task<void> run(std::stop_token stop);

  ServiceClient* m_client;
  TargetList* m_targets;
  bool m_isBusy = false;
  QString m_doing, m_awaited;
  std::stop_source m_stop;
};

}  // namespace trainyard
