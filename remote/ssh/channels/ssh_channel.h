// SPDX-License-Identifier: GPL-3.0-or-later
// A channel as used in Qt's thread: a program on the host with its three streams, or a connection
// made by the host. Destroying it closes it; a running program is told to end if the server
// supports that.
#pragma once

#include <memory>

#include "remote/ssh/channels/channel_mail.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

class SshChannel {
 public:
  // `waiter` is woken whenever something has changed; it must outlive the channel.
  SshChannel(std::shared_ptr<SessionInbox> inbox, std::shared_ptr<ChannelMail> mail,
             Waiter& waiter);
  ~SshChannel();
  SshChannel(const SshChannel&) = delete;
  SshChannel& operator=(const SshChannel&) = delete;

  struct News {
    QByteArray out, err;
    bool opened = false, outEnded = false, ended = false;
    int exitCode = -1;
    std::optional<Error> error;  // only set if ended
    qsizetype unsent = 0;
  };
  // Returns everything that arrived since the last call.
  News take();
  void write(QByteArray bytes);
  void endInput();
  // Of the terminal that the program has.
  void resize(TerminalSize size);

 private:
  std::shared_ptr<SessionInbox> m_inbox;
  std::shared_ptr<ChannelMail> m_mail;
};

}  // namespace trainyard
