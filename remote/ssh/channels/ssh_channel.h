// SPDX-License-Identifier: GPL-3.0-or-later
// A channel as its user in Qt's thread sees it: a program on the host with its three streams, or a
// connection that the host makes. Destroying it closes it; a running program is told to end where
// the server passes that on.
#pragma once

#include <memory>

#include "remote/ssh/channels/channel_mail.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

class SshChannel {
 public:
  // `waiter` is woken whenever something has changed; it outlives the channel.
  SshChannel(std::shared_ptr<SessionInbox> inbox, std::shared_ptr<ChannelMail> mail,
             Waiter& waiter);
  ~SshChannel();
  SshChannel(const SshChannel&) = delete;
  SshChannel& operator=(const SshChannel&) = delete;

  struct News {
    QByteArray out, err;
    bool opened = false, outEnded = false, ended = false;
    int exitCode = -1;
    std::optional<Error> error;  // set only when ended
    qsizetype unsent = 0;
  };
  // All that came since the last call.
  News take();
  void write(QByteArray bytes);
  void endInput();

 private:
  std::shared_ptr<SessionInbox> m_inbox;
  std::shared_ptr<ChannelMail> m_mail;
};

}  // namespace trainyard
