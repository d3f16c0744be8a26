// SPDX-License-Identifier: GPL-3.0-or-later
// The list of host keys that this person trusts, in the format of sshd(8): read line by line, only
// ever appended to.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct HostKey {
  QByteArray type;  // "ssh-ed25519"
  QByteArray blob;  // as it travels

  bool operator==(const HostKey&) const = default;
  QString fingerprint() const;  // "SHA256:..." as ssh-keygen prints it
};

struct KnownKey {
  QString file;
  int line = 0;
  HostKey key;
};

struct KnownKeys {
  QList<KnownKey> trusted, revoked;
  QList<KnownKey> authorities;       // that may vouch for the host; certificates are not checked
  std::vector<Diagnostic> warnings;  // lines that could not be read
  std::optional<Error> unreadable;   // a file that is there: what it forbids is not known

  enum class Verdict { known, unknown, changed, otherType, revoked };
  Verdict judge(const HostKey& key) const;
};

// The name a host is looked up by: `host`, or `[host]:port` for another port than 22.
QString knownHostsName(const QString& host, quint16 port);

// The keys that the files hold for the name. Plain names, patterns with * and ?, negated ones,
// hashed names; lines marked
// @revoked count as revoked, lines marked @cert-authority are no host keys. A file that is not
// there is empty.
KnownKeys readKnownHosts(const QStringList& files, const QString& name);

// Adds what RevokedHostKeys names, one public key a line; a file that is not there, or is a binary
// list (ssh-keygen -k), is `unreadable`. Empty: there is none.
void readRevokedKeys(const QString& file, KnownKeys& keys);

// Adds one line; makes the file (mode 0600) and its folder (0700) when they are not there. Error:
// "known_hosts.not_written".
enum class WrittenName { plain, hashed };
Result<void> appendKnownHost(const QString& file, const QString& name, const HostKey& key,
                             WrittenName written);

}  // namespace trainyard
