// SPDX-License-Identifier: GPL-3.0-or-later
// One host as a person names it: HOST, USER@HOST, HOST:PORT, USER@HOST:PORT, [IPv6]:PORT,
// ssh://USER@HOST:PORT. HOST is an alias of the ssh configuration, a host name or an address.
#pragma once

#include <optional>

#include <QString>

namespace trainyard {

struct SshPlace {
  QString user;  // empty: what the configuration says
  QString host;
  quint16 port = 0;  // 0: what the configuration says
};

// Nothing for what is no such name: no host, a port that is none, or letters that a shell or
// another program would take for something else (a dash in front, spaces, quotes, $ ; | and so on).
std::optional<SshPlace> sshPlace(const QString& text);

// What may stand as host, or as user, anywhere.
bool isSafeSshName(const QString& name);

}  // namespace trainyard
