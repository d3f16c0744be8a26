// How to reach a host: what the ssh configuration says about its alias. Read here and not asked of
// `ssh -G`, which runs the commands of `Match exec` and says nothing of files and lines.
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

struct SshSettings {
  QString alias, host, user;
  quint16 port = 22;
  QStringList identityFiles;  // of IdentityFile, else the usual names in ~/.ssh
  QStringList certificateFiles;
  bool identitiesOnly = false;  // of the agent's keys only those that the identity files name
  QString agentSocket;          // empty: no agent
  QStringList knownHostsFiles;  // the first one is written to
  QStringList sharedKnownHostsFiles;
  QString hostKeyAlias;  // the name in known_hosts, when it is another
  UnknownHostKeys unknownHostKeys = UnknownHostKeys::asked;
  QString revokedHostKeys;                       // a file; empty: none
  bool hashKnownHosts = false;                   // names are written down hashed
  QString proxy;                                 // the line that asks for a jump host; empty: none
  QList<QPair<QByteArray, QString>> algorithms;  // keyword in small letters, list without modifiers
  std::vector<Diagnostic> warnings;              // what the configuration says and is not done
};

// `file`: empty for ~/.ssh/config with /etc/ssh/ssh_config after it. Reads as OpenSSH does: the
// first value wins, IdentityFile and CertificateFile add up; Host with patterns and negation; Match
// all, host, originalhost, user, localuser; Include; the tokens
// %% %d %h %i %n %p %r %u. `Match exec` runs nothing and never matches. Errors: "ssh.config" with
// file and line.
Result<SshSettings> readSshSettings(const QString& alias, const QString& file);

}  // namespace trainyard
