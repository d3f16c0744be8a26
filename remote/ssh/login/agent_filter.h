// SPDX-License-Identifier: GPL-3.0-or-later
// A proxy between libssh and the ssh agent: puts the agent's keys that the configuration names
// first, and offers others only if allowed. Servers limit the number of attempts, so the order
// matters. libssh waits for an agent without a timeout; shutting the socket down ends that wait.
#pragma once

#include <mutex>
#include <thread>

#include <QByteArrayList>
#include <QString>

#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

class AgentFilter {
 public:
  enum class Others { offered, hidden };

  // `wanted`: public keys and certificates in wire format. The inbox's stop shuts the socket down.
  AgentFilter(const QString& agentSocket, QByteArrayList wanted, Others others,
              SessionInbox& inbox);
  ~AgentFilter();
  AgentFilter(const AgentFilter&) = delete;
  AgentFilter& operator=(const AgentFilter&) = delete;

  bool isThere() const { return m_agent >= 0; }
  // Keys and certificates listed by the agent, in wire format.
  QByteArrayList shown() const {
    const std::lock_guard lock(m_mutex);
    return m_shown;
  }
  // For libssh, which closes it.
  int takeSocket() { return std::exchange(m_forLibssh, -1); }

 private:
  void work();

  const QByteArrayList m_wanted;
  const Others m_others;
  SessionInbox& m_inbox;
  int m_agent = -1, m_ours = -1, m_forLibssh = -1;
  mutable std::mutex m_mutex;
  QByteArrayList m_shown;
  std::thread m_thread;
};

// Reorders the body of an agent's answer with its list of keys; anything else is returned
// unchanged.
QByteArrayList identitiesIn(const QByteArray& answer);
QByteArray orderIdentities(const QByteArray& answer, const QByteArrayList& wanted,
                           AgentFilter::Others others);

}  // namespace trainyard
