// SPDX-License-Identifier: GPL-3.0-or-later
// What is free on the cluster that is shown, while its page is visible: requested immediately and
// then every 30 s. Never logs in.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class ClusterStateReader : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::seconds interval{30};

  // The client must outlive it.
  explicit ClusterStateReader(ServiceClient* client);
  ~ClusterStateReader() override;

  void setTarget(const QString& target);  // empty: none
  void setWatched(bool isWatched);
  const std::optional<ClusterState>& state() const { return m_state; }

 signals:
  void changed();

 private:
  void refresh();

  ServiceClient* m_client;
  QString m_target;
  std::optional<ClusterState> m_state;
  QTimer m_timer;
  std::stop_source m_stop;
  bool m_isWatched = false;
};

}  // namespace trainyard
