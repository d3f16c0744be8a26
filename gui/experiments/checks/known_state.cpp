// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/known_state.h"

#include <QPointer>

#include "engine/system/unix_time.h"

namespace trainyard {

KnownState::KnownState(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets) {
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, &KnownState::refresh);
  connect(m_targets, &TargetList::changed, this, &KnownState::refresh);
  m_timer.start();
}

KnownState::~KnownState() { m_stop.request_stop(); }

void KnownState::setTarget(const QString& target) {
  if (target == m_target) return;
  m_target = target;
  setState(std::nullopt);
  refresh();
}

void KnownState::refresh() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  const TargetRecord* target = m_targets->find(m_target);
  if (!target || target->isHere() || target->link != TargetLink::connected)
    return setState(std::nullopt);
  read(m_target, m_stop.get_token());
}

QCoro::Task<void> KnownState::read(QString target, std::stop_token stop) {
  const QPointer<KnownState> self(this);  // may be gone when the answer arrives
  const auto state = co_await m_client->call(methods::clusterState, stop, target, ProbeWhen::known);
  if (!self || stop.stop_requested()) co_return;
  const bool isRecent = state && unix_time() - state->time <= oldestSeconds;
  setState(isRecent ? std::optional(*state) : std::nullopt);
}

void KnownState::setState(const std::optional<ClusterState>& state) {
  if (!state && !m_state) return;
  m_state = state;
  emit changed();
}

}  // namespace trainyard
