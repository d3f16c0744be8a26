// SPDX-License-Identifier: GPL-3.0-or-later
// The host keys that the user trusts, in the format of sshd(8): read line by line, only ever
// appended to.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct HostKey {
  QByteArray type;  // "ssh-ed25519"
  QByteArray blob;  // in wire format

  bool operator==(const HostKey&) const = default;
  QString fingerprint() const;  // "SHA256:..." as printed by ssh-keygen
};

struct KnownKey {
  QString file;
  int line = 0;
  HostKey key;
};

struct KnownKeys {
  QList<KnownKey> trusted, revoked;
  QList<KnownKey> authorities;       // that may certify the host; certificates are not checked
  std::vector<Diagnostic> warnings;  // lines that could not be parsed
  std::optional<Error> unreadable;   // an existing file: what it revokes is unknown

  enum class Verdict { known, unknown, changed, otherType, revoked };
  Verdict verify(const HostKey& key) const;
};

// The name for lookups: `host`, or `[host]:port` for a port other than 22.
QString knownHostsName(const QString& host, quint16 port);

// Returns the keys in the files for the name. Supports plain names, patterns with * and ?, negated
// ones, hashed names; lines marked @revoked count as revoked, lines marked @cert-authority are not
// host keys. A missing file is empty.
KnownKeys readKnownHosts(const QStringList& files, const QString& name);

// Adds the keys in RevokedHostKeys, one public key per line; if the file is missing, or is a binary
// list (ssh-keygen -k), it is `unreadable`. Empty: there is none.
void readRevokedKeys(const QString& file, KnownKeys& keys);

// Appends one line; creates the file (mode 0600) and its folder (0700) if they do not exist. Error:
// "known_hosts.not_written".
enum class WrittenName { plain, hashed };
Result<void> appendKnownHost(const QString& file, const QString& name, const HostKey& key,
                             WrittenName written);

}  // namespace trainyard
