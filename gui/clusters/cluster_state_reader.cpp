// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/cluster_state_reader.h"

#include "gui/targets/service_answer.h"

namespace trainyard {

ClusterStateReader::ClusterStateReader(ServiceClient* client) : m_client(client) {
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, &ClusterStateReader::refresh);
  connect(client, &ServiceClient::connected, this, &ClusterStateReader::refresh);
}

ClusterStateReader::~ClusterStateReader() { m_stop.request_stop(); }

void ClusterStateReader::setTarget(const QString& target) {
  if (target == m_target) return;
  m_target = target;
  m_state.reset();
  m_stop.request_stop();
  m_stop = std::stop_source();
  emit changed();
  refresh();
}

void ClusterStateReader::setWatched(bool isWatched) {
  if (m_isWatched == isWatched) return;
  m_isWatched = isWatched;
  if (!isWatched) return m_timer.stop();
  m_timer.start();
  refresh();
}

// What is wrong with the cluster is said by its link.
void ClusterStateReader::refresh() {
  if (!m_isWatched || m_target.isEmpty() || !m_client->isConnected()) return;
  onAnswer(
      this,
      m_client->call(methods::clusterState, m_stop.get_token(), m_target, ProbeWhen::connected),
      [this, target = m_target](const ClusterState& state) {
        if (target != m_target) return;
        m_state = state;
        emit changed();
      },
      [](const QString&) {});
}

}  // namespace trainyard
