// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between libssh and the ssh agent: of the agent's keys, those that the configuration names
// come first, and others only where it allows them. Servers let few keys be tried, so the order
// counts. libssh waits for an agent without end; shutting the socket down is what ends that wait.
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

  // `wanted`: public keys and certificates as they travel. The inbox's stop shuts the socket down.
  AgentFilter(const QString& agentSocket, QByteArrayList wanted, Others others,
              SessionInbox& inbox);
  ~AgentFilter();
  AgentFilter(const AgentFilter&) = delete;
  AgentFilter& operator=(const AgentFilter&) = delete;

  bool isThere() const { return m_agent >= 0; }
  // Keys and certificates that the agent showed, as they travel.
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

// The body of an agent's answer to "which keys have you", put into order; what is no such answer
// comes back unchanged.
QByteArrayList identitiesIn(const QByteArray& answer);
QByteArray orderIdentities(const QByteArray& answer, const QByteArrayList& wanted,
                           AgentFilter::Others others);

}  // namespace trainyard
