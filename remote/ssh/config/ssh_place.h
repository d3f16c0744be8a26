// SPDX-License-Identifier: GPL-3.0-or-later
// A host as the user names it: HOST, USER@HOST, HOST:PORT, USER@HOST:PORT, [IPv6]:PORT,
// ssh://USER@HOST:PORT. HOST is an alias in the ssh configuration, a host name or an address.
#pragma once

#include <optional>

#include <QString>

namespace trainyard {

struct SshPlace {
  QString user;  // empty: from the configuration
  QString host;
  quint16 port = 0;  // 0: from the configuration
};

// Nothing if it is not valid: no host, an invalid port, or characters that a shell or another
// program would interpret (a leading dash, spaces, quotes, $ ; | etc.).
std::optional<SshPlace> sshPlace(const QString& text);

// Whether it is allowed as a host or user name.
bool isSafeSshName(const QString& name);

}  // namespace trainyard
