// SPDX-License-Identifier: GPL-3.0-or-later
// How to reach a host: the ssh configuration for its alias, and for the hosts on the way to it.
// Always parsed here, even if ssh is installed: `ssh -G` runs the commands of `Match exec`, reports
// neither files nor lines, and shows one host at a time, so a parser would be needed anyway; and
// the same parser behaves identically on all computers. A test compares it with `ssh -G`.
#pragma once

#include <vector>

#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

// StrictHostKeyChecking: what to do with an unknown host key. A key that has changed is always
// refused.
enum class UnknownHostKeys { asked, refused, added };

enum class LoginMethod { keys, prompts, password };

struct SshSettings {
  QString alias, host, user;
  quint16 port = 22;
  QStringList identityFiles;  // from IdentityFile, else the default names in ~/.ssh
  QStringList certificateFiles;
  bool identitiesOnly = false;  // only those of the agent's keys that the identity files name
  // The allowed methods, in order.
  QList<LoginMethod> methods{LoginMethod::keys, LoginMethod::prompts, LoginMethod::password};
  int promptTries = 3;          // NumberOfPasswordPrompts
  bool asksNobody = false;      // BatchMode
  QString agentSocket;          // empty: no agent
  QStringList knownHostsFiles;  // new keys are added to the first one
  QStringList sharedKnownHostsFiles;
  QString hostKeyAlias;  // the name in known_hosts, if different
  UnknownHostKeys unknownHostKeys = UnknownHostKeys::asked;
  QString revokedHostKeys;                       // a file; empty: none
  bool hashKnownHosts = false;                   // names are written hashed
  QStringList jumps;                             // from ProxyJump, starting with the first
  QString proxyCommand;                          // with tokens expanded; empty: none
  QList<QPair<QByteArray, QString>> algorithms;  // keyword in lower case, list without modifiers
  std::vector<Diagnostic> warnings;              // unsupported settings of the configuration
};

// `name`: as for sshPlace. `file`: empty for ~/.ssh/config followed by /etc/ssh/ssh_config. Reads
// it like OpenSSH: what the name itself specifies wins, then the first value; IdentityFile and
// CertificateFile accumulate; Host with patterns and negation; Match all, host, originalhost, user,
// localuser, final and canonical (a second pass with the host's name, without any lookup); Include;
// ${VARIABLE} and the tokens %% %d %h %i %j %k %L %l %n %p %r %u in file names, and %% %h %k %n %p
// %r in ProxyJump and ProxyCommand. `Match exec` runs nothing and never matches. GSSAPI and
// host-based authentication are not supported; the other methods in PreferredAuthentications are
// used. Errors: "ssh.config" with file and line.
Result<SshSettings> readSshSettings(const QString& name, const QString& file);

// The hosts from the first one to log in to, up to the target, which is the last. The first is
// reached by TCP, or by its `proxyCommand`; each other through the one before it.
using SshPath = std::vector<SshSettings>;

// Follows ProxyJump like OpenSSH: the last entry of a list is the jump of the host, and the entries
// before it are that entry's jumps, replacing those in its own settings; the first entry uses its
// own settings. Errors: those of readSshSettings; a host that is reached through itself; more than
// 8 hosts.
Result<SshPath> readSshPath(const QString& name, const QString& file);

}  // namespace trainyard
