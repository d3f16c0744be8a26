// SPDX-License-Identifier: GPL-3.0-or-later
// How many GPUs of connected clusters are free, as the service knows it: clusters are not asked.
#pragma once

#include <QMap>
#include <QObject>
#include <QTimer>
#include <stop_token>

#include "gui/targets/target_list.h"

namespace trainyard {

class FreeGpus : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::seconds interval{30};
  static constexpr double oldestSeconds = 600;  // what is older says nothing about now

  // Both must outlive it.
  FreeGpus(ServiceClient* client, TargetList* targets);
  ~FreeGpus() override;

  // "38 GPUs free", or of nodes where there are no GPUs; empty: unknown.
  QString words(const QString& target) const;
  static QString wordsOf(const ClusterState& state, double now);

 signals:
  void changed();

 private:
  void refresh();
  QCoro::Task<void> read(QString target, std::stop_token stop);
  void setState(const QString& target, const ClusterState& state);

  ServiceClient* m_client;
  TargetList* m_targets;
  QMap<QString, ClusterState> m_states;
  QTimer m_timer;
  std::stop_source m_stop;
};

}  // namespace trainyard
