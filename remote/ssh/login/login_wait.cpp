// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/login/login_wait.h"

#include <algorithm>

#include <fcntl.h>
#include <poll.h>

#include "remote/ssh/channels/login_error.h"

namespace trainyard {

bool LoginWait::isEnded() const {
  return ssh_get_fd(m_session) < 0 ||
         (ssh_get_status(m_session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) != 0;
}

void LoginWait::pollOnce() {
  // libssh makes a descriptor blocking again once it is connected.
  ::fcntl(m_descriptor, F_SETFL, ::fcntl(m_descriptor, F_GETFL) | O_NONBLOCK);
  const bool wantsToSend = (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) != 0;
  pollfd polled[2] = {{m_descriptor, static_cast<short>(POLLIN | (wantsToSend ? POLLOUT : 0)), 0},
                      {m_inbox.descriptor(), POLLIN, 0}};
  const qint64 left = m_deadline.remainingTime();
  // A wake-up for something else must not cause a busy loop.
  m_inbox.drain();
  if (m_inbox.isStopped()) return;
  ::poll(polled, 2, static_cast<int>(std::clamp<qint64>(left, 0, 1000)));
}

Error LoginWait::reason(const char* otherwise) const {
  if (m_inbox.isStopped()) return make_error("login.stopped", {});
  if (m_deadline.hasExpired()) return make_error("login.late", {});
  return make_error(otherwise, {{"said", printableText(ssh_get_error(m_session))}});
}

}  // namespace trainyard
