// SPDX-License-Identifier: GPL-3.0-or-later
// Whose program is at the other end of a TCP connection inside this computer. A port of the
// loopback address is open to every user of the computer; this tells them apart.
#pragma once

#include <optional>

#include <QByteArray>
#include <QTcpSocket>

#include <sys/types.h>

namespace trainyard {

// Of a connection that this program accepted. Nothing: it cannot be told, as when the other end
// has closed already; such a connection is nobody's.
std::optional<uid_t> userOfPeer(const QTcpSocket& socket);
bool isOwnUsers(const QTcpSocket& socket);

// The user of the socket with this local and remote end, in the kernel's table (/proc/net/tcp or
// tcp6): ends as it writes them, "0100007F:1F90". Sockets that no program holds any more have no
// user, whatever stands there.
std::optional<uid_t> userInTable(const QByteArray& table, const QByteArray& local,
                                 const QByteArray& remote);

}  // namespace trainyard
