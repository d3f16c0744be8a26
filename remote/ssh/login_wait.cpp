#include "remote/ssh/login_wait.h"

#include <algorithm>

#include <fcntl.h>
#include <poll.h>

namespace trainyard {

void LoginWait::pollOnce() {
  // libssh makes a descriptor blocking again once it is connected.
  ::fcntl(m_descriptor, F_SETFL, ::fcntl(m_descriptor, F_GETFL) | O_NONBLOCK);
  const bool wantsToSend = (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) != 0;
  pollfd polled[2] = {{m_descriptor, static_cast<short>(POLLIN | (wantsToSend ? POLLOUT : 0)), 0},
                      {m_inbox.descriptor(), POLLIN, 0}};
  const qint64 left = m_deadline.remainingTime();
  ::poll(polled, 2, static_cast<int>(std::clamp<qint64>(left, 0, 1000)));
}

QString LoginWait::reason(const QString& otherwise) const {
  if (m_inbox.isStopped()) return QStringLiteral("stopped");
  if (m_deadline.hasExpired()) return QStringLiteral("it did not answer in time");
  const QString said = QString::fromUtf8(ssh_get_error(m_session)).simplified();
  if (said.isEmpty()) return otherwise;
  return otherwise.isEmpty() ? said : otherwise + QStringLiteral(" (") + said + QLatin1Char(')');
}

}  // namespace trainyard
