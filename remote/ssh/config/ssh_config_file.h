// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the ssh configuration, read for one host: which lines count for it, and what stands
// there. What the values mean is in ssh_settings.h.
#pragma once

#include <map>
#include <vector>

#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/ssh/config/ssh_place.h"

namespace trainyard {

// A keyword with its words, and where it stands. ProxyJump and ProxyCommand are one word: all that
// follows.
struct SshConfigValue {
  QString keyword;  // in lower case
  QStringList words;
  QString path;
  int line = 0;
};

struct SshConfigValues {
  QString host;  // HostName, or the alias; in lower case
  std::map<QString, SshConfigValue>
      first;  // a ProxyCommand beside a ProxyJump only where that is `none`
  QList<SshConfigValue> identityFiles, certificateFiles;
  std::vector<Diagnostic> warnings;

  QString text(const char* keyword, const QString& otherwise) const;
};

// `jumps`: instead of what the configuration says; empty: that counts. `file`: empty for
// ~/.ssh/config with /etc/ssh/ssh_config after it. Errors: "ssh.config" with file and line.
Result<SshConfigValues> readSshConfig(const SshPlace& place, const QString& jumps,
                                      const QString& file);

// The names that `Host` lines give, in their order, those of included files too, patterns left out.
// Of a file that cannot be read: those before the fault.
QStringList sshConfigHosts(const QString& file);

// "ssh.config" with this reason.
Error sshConfigError(const char* code, Map arguments);
Error sshValueError(const SshConfigValue& value);

// The folder that ~ stands for, and the account's name.
QString sshHome();
QString sshLocalUser();

}  // namespace trainyard
