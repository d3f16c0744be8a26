// SPDX-License-Identifier: GPL-3.0-or-later
// How to reach a host: what the ssh configuration says about its alias, and about the hosts on the
// way to it. Read here everywhere, also where there is an ssh to ask: `ssh -G` runs the commands of
// `Match exec` whenever it is asked, says nothing of files and lines, and shows one host at a time,
// so this reading would be needed all the same; one reading behaves the same on all computers. A
// test holds it beside `ssh -G`.
#pragma once

#include <vector>

#include <QList>
#include <QPair>
#include <QString>
#include <QStringList>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

// StrictHostKeyChecking: what is done with a host key that is not known. One that has changed is
// refused in any case.
enum class UnknownHostKeys { asked, refused, added };

enum class LoginMethod { keys, prompts, password };

struct SshSettings {
  QString alias, host, user;
  quint16 port = 22;
  QStringList identityFiles;  // of IdentityFile, else the usual names in ~/.ssh
  QStringList certificateFiles;
  bool identitiesOnly = false;  // of the agent's keys only those that the identity files name
  // Those that may be tried, in their order.
  QList<LoginMethod> methods{LoginMethod::keys, LoginMethod::prompts, LoginMethod::password};
  int promptTries = 3;          // NumberOfPasswordPrompts
  bool asksNobody = false;      // BatchMode
  QString agentSocket;          // empty: no agent
  QStringList knownHostsFiles;  // the first one is written to
  QStringList sharedKnownHostsFiles;
  QString hostKeyAlias;  // the name in known_hosts, when it is another
  UnknownHostKeys unknownHostKeys = UnknownHostKeys::asked;
  QString revokedHostKeys;                       // a file; empty: none
  bool hashKnownHosts = false;                   // names are written down hashed
  QStringList jumps;                             // of ProxyJump, from the first one on
  QString proxyCommand;                          // tokens filled in; empty: none
  QList<QPair<QByteArray, QString>> algorithms;  // keyword in lower case, list without modifiers
  std::vector<Diagnostic> warnings;              // what the configuration says and is not done
};

// `name`: as sshPlace takes it. `file`: empty for ~/.ssh/config with /etc/ssh/ssh_config after it.
// Reads as OpenSSH does: what the name itself says wins, then the first value; IdentityFile and
// CertificateFile add up; Host with patterns and negation; Match all, host, originalhost, user,
// localuser, final and canonical (a second pass with the host's name; nothing is looked up for it);
// Include; ${VARIABLE} and the tokens %% %d %h %i %j %k %L %l %n %p %r %u in names of files, of
// them
// %% %h %k %n %p %r in ProxyJump and ProxyCommand. `Match exec` runs nothing and never matches.
// GSSAPI and hosts' own keys (HostbasedAuthentication) are no ways in here; of
// PreferredAuthentications the others count. Errors: "ssh.config" with file and line.
Result<SshSettings> readSshSettings(const QString& name, const QString& file);

// The hosts from the first one that is logged in to, to the target, which is the last. The first is
// reached by TCP, or by its `proxyCommand`; each other through the one before it.
using SshPath = std::vector<SshSettings>;

// ProxyJump as OpenSSH follows it: of a list the last is the host's, those before it are that one's
// and stand for what its own settings say; the first one's own settings count. Errors: those of
// readSshSettings; a host that is reached through itself; more than 8 hosts.
Result<SshPath> readSshPath(const QString& name, const QString& file);

}  // namespace trainyard
