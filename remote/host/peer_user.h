// SPDX-License-Identifier: GPL-3.0-or-later
// Identifies the user at the other end of a TCP connection within this computer. A loopback port is
// open to every user of the computer.
#pragma once

#include <optional>

#include <QByteArray>
#include <QTcpSocket>

#include <sys/types.h>

namespace trainyard {

// For a connection that this program accepted. Nothing if the user cannot be determined, for
// example because the other end has already closed; such a connection belongs to nobody.
std::optional<uid_t> userOfPeer(const QTcpSocket& socket);
bool isOwnUsers(const QTcpSocket& socket);

// Returns the user of the socket with this local and remote end in the kernel's table
// (/proc/net/tcp or tcp6), with the ends in its format, "0100007F:1F90". Sockets that no program
// holds any more have no user, whatever the table says.
std::optional<uid_t> userInTable(const QByteArray& table, const QByteArray& local,
                                 const QByteArray& remote);

}  // namespace trainyard
