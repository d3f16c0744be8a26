// SPDX-License-Identifier: GPL-3.0-or-later
// Calls libssh until it has an answer, with our own poll in between: so that a stop and a deadline
// take effect, which they would not inside libssh.
#pragma once

#include <QDeadlineTimer>

#include <libssh/libssh.h>

#include "engine/contract/result.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

class LoginWait {
 public:
  LoginWait(ssh_session session, int descriptor, SessionInbox& inbox, QDeadlineTimer deadline)
      : m_session(session), m_descriptor(descriptor), m_inbox(inbox), m_deadline(deadline) {}

  void setDeadline(QDeadlineTimer deadline) { m_deadline = deadline; }
  qint64 left() const { return m_deadline.remainingTime(); }  // milliseconds
  SessionInbox& inbox() { return m_inbox; }
  bool isStopped() const { return m_inbox.isStopped(); }
  bool isLate() const { return m_deadline.hasExpired(); }

  // Repeats the call until it returns something other than `again`; if it returns `again`, it was
  // stopped, timed out, or the server has closed the connection, which libssh does not notice.
  template <class Call>
  int complete(int again, Call call) {
    while (true) {
      const int rc = call();
      if (rc != again || isStopped() || isLate() || isEnded()) return rc;
      pollOnce();
    }
  }

  // Why it did not continue: stopped, timed out, or the code `otherwise` with libssh's message as
  // {said}.
  Error reason(const char* otherwise) const;

 private:
  bool isEnded() const;
  void pollOnce();

  ssh_session m_session;
  int m_descriptor;
  SessionInbox& m_inbox;
  QDeadlineTimer m_deadline;
};

}  // namespace trainyard
