// SPDX-License-Identifier: GPL-3.0-or-later
// What of a cluster is free, as the service knows it from its last answer: the cluster is not
// asked.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <stop_token>

#include "gui/targets/target_list.h"

namespace trainyard {

class KnownState : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::seconds interval{30};
  static constexpr double oldestSeconds = 600;  // what is older says nothing about now

  // Both must outlive it.
  KnownState(ServiceClient* client, TargetList* targets);
  ~KnownState() override;

  void setTarget(const QString& target);
  // Nothing if it is unknown or too old.
  const std::optional<ClusterState>& state() const { return m_state; }

 signals:
  void changed();

 private:
  void refresh();
  QCoro::Task<void> read(QString target, std::stop_token stop);
  void setState(const std::optional<ClusterState>& state);

  ServiceClient* m_client;
  TargetList* m_targets;
  QString m_target;
  std::optional<ClusterState> m_state;
  QTimer m_timer;
  std::stop_source m_stop;
};

}  // namespace trainyard
