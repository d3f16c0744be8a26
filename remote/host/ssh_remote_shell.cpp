// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/ssh_remote_shell.h"

#include "remote/host/client_streams.h"
#include "remote/host/places.h"

namespace trainyard {

SshRemoteShell::SshRemoteShell(SshLink& link, StreamListener& door) : m_listener(door) {
  m_ticket = m_listener.expect(
      [&link, stop = m_stop.get_token()](std::unique_ptr<QLocalSocket> socket, QByteArray command) {
        // rsync has already quoted it for one shell.
        CarriedProgram program{[command](const SshLink& way) {
          return wrapScript(pathScript(way.loginPath()) + command + '\n', way.settings().readers);
        }};
        link.tasks().start(
            carryStreams(link, connectionOf(std::move(socket)), std::move(program), stop));
      });
}

SshRemoteShell::~SshRemoteShell() {
  m_listener.forget(m_ticket.token);
  m_stop.request_stop();
}

QStringList SshRemoteShell::words() const {
  return {programPath(QStringLiteral("yard")), QStringLiteral("rsh")};
}

QProcessEnvironment SshRemoteShell::variables() const {
  QProcessEnvironment variables;
  variables.insert(QStringLiteral("TRAINYARD_RSH_SOCKET"), m_ticket.socket);
  variables.insert(QStringLiteral("TRAINYARD_RSH_TOKEN"), m_ticket.token);
  return variables;
}

}  // namespace trainyard
