// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/target_list.h"

#include <QPointer>
#include <algorithm>

#include "gui/targets/practice_start.h"

namespace trainyard {

TargetList::TargetList(ServiceClient* client)
    : m_client(client), m_practice(new PracticeStart(client, this)) {
  connect(m_client, &ServiceClient::connected, this, &TargetList::refresh);
  connect(m_client, &ServiceClient::targetsChanged, this, &TargetList::refresh);
}

TargetList::~TargetList() { m_stop.request_stop(); }

const TargetRecord* TargetList::find(const QString& name) const {
  const auto found =
      std::find_if(m_targets.begin(), m_targets.end(),
                   [&](const TargetRecord& target) { return target.settings.name == name; });
  return found == m_targets.end() ? nullptr : &*found;
}

void TargetList::refresh() {
  m_stop.request_stop();
  m_stop = std::stop_source();
  read(m_stop.get_token());
}

void TargetList::setTargets(const QList<TargetRecord>& targets) {
  m_targets = targets;
  m_known = true;
  emit changed();
}

QCoro::Task<void> TargetList::read(std::stop_token stop) {
  const QPointer<TargetList> self(this);  // may be gone when the answer arrives
  const auto targets = co_await m_client->call(methods::targetsList, stop);
  // A missing answer changes nothing: the next connection asks again.
  if (self && targets && !stop.stop_requested()) setTargets(targets->targets);
}

}  // namespace trainyard
