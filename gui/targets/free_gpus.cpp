// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/free_gpus.h"

#include <QPointer>

#include "engine/system/unix_time.h"

namespace trainyard {

FreeGpus::FreeGpus(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets) {
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, &FreeGpus::refresh);
  connect(m_targets, &TargetList::changed, this, &FreeGpus::refresh);
  m_timer.start();
}

FreeGpus::~FreeGpus() { m_stop.request_stop(); }

void FreeGpus::refresh() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  for (const TargetRecord& target : m_targets->targets()) {
    const QString& name = target.settings.name;
    if (target.link != TargetLink::connected || TargetList::isHere(name))
      setState(name, {});
    else
      read(name, m_stop.get_token());
  }
}

QCoro::Task<void> FreeGpus::read(QString target, std::stop_token stop) {
  const QPointer<FreeGpus> self(this);  // may be gone when the answer arrives
  const auto state = co_await m_client->call(methods::clusterState, stop, target, ProbeWhen::known);
  if (!self || stop.stop_requested()) co_return;
  setState(target, state ? *state : ClusterState());
}

void FreeGpus::setState(const QString& target, const ClusterState& state) {
  const QString before = words(target);
  m_states[target] = state;
  if (words(target) != before) emit changed();
}

QString FreeGpus::words(const QString& target) const {
  return wordsOf(m_states.value(target), unix_time());
}

QString FreeGpus::wordsOf(const ClusterState& state, double now) {
  if (now - state.time > oldestSeconds) return {};
  int free = 0, total = 0;
  for (const GpuCount& gpus : state.gpus) {
    free += gpus.free;
    total += gpus.total;
  }
  if (total > 0) return tr("%1 GPUs free").arg(free);
  return state.nodes.total() > 0 ? tr("%1 nodes free").arg(state.nodes.idle) : QString();
}

}  // namespace trainyard
