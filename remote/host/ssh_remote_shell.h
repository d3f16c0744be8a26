// SPDX-License-Identifier: GPL-3.0-or-later
// rsync's connection to the host: `yard rsh`, started by rsync, passes its streams to this process
// as descriptors, and the session's thread connects them to a program on the host.
#pragma once

#include "remote/host/host.h"
#include "remote/host/stream_listener.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

class SshRemoteShell : public RemoteShell {
 public:
  SshRemoteShell(SshLink& link, StreamListener& door);
  // Ends running transfers.
  ~SshRemoteShell() override;

  QStringList words() const override;
  QString host() const override { return QStringLiteral("target"); }
  QProcessEnvironment variables() const override;

 private:
  StreamListener& m_listener;
  StreamListener::Ticket m_ticket;
  std::stop_source m_stop;
};

}  // namespace trainyard
