// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/host/peer_user.h"

#include <QFile>
#include <QHostAddress>

#include <arpa/inet.h>
#include <unistd.h>

namespace trainyard {
namespace {

// The kernel writes addresses as host-order numbers in capital hex digits: 127.0.0.1 is "0100007F"
// here.
QByteArray endOf(const QHostAddress& address, quint16 port) {
  const auto hex = [](quint32 number, int digits) {
    return QByteArray::number(number, 16).rightJustified(digits, '0').toUpper();
  };
  return hex(htonl(address.toIPv4Address()), 8) + ':' + hex(port, 4);
}

QByteArray tableOf(const char* path) {
  QFile file(QString::fromLatin1(path));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

std::optional<uid_t> userInTable(const QByteArray& table, const QByteArray& local,
                                 const QByteArray& remote) {
  const QByteArray wanted = local + ' ' + remote + ' ';
  for (const QByteArray& line : table.split('\n')) {
    if (!line.contains(wanted)) continue;
    // sl local remote state queues timer retries uid timeout inode
    const QList<QByteArray> words = line.simplified().split(' ');
    if (words.size() < 10 || words[1] != local || words[2] != remote) continue;
    bool isNumber = false;
    const uint user = words[7].toUInt(&isNumber);
    if (isNumber && words[9].toULongLong() != 0) return user;
  }
  return std::nullopt;
}

std::optional<uid_t> userOfPeer(const QTcpSocket& socket) {
  const QByteArray local = endOf(socket.peerAddress(), socket.peerPort()),
                   remote = endOf(socket.localAddress(), socket.localPort());
  if (const auto user = userInTable(tableOf("/proc/net/tcp"), local, remote)) return user;
  // An IPv6 socket that is connected to an IPv4 address.
  static const QByteArray mapped = "0000000000000000FFFF0000";
  return userInTable(tableOf("/proc/net/tcp6"), mapped + local, mapped + remote);
}

bool isOwnUsers(const QTcpSocket& socket) {
  const auto user = userOfPeer(socket);
  return user && *user == ::geteuid();
}

}  // namespace trainyard
