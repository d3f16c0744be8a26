// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of the ssh configuration for one host: which lines apply to it, and their values.
// Their meaning is in ssh_settings.h.
#pragma once

#include <map>
#include <vector>

#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/ssh/config/ssh_place.h"

namespace trainyard {

// A keyword with its arguments and location. ProxyJump and ProxyCommand have a single argument: the
// rest of the line.
struct SshConfigValue {
  QString keyword;  // in lower case
  QStringList words;
  QString path;
  int line = 0;
};

struct SshConfigValues {
  QString host;  // HostName, or the alias; in lower case
  std::map<QString, SshConfigValue>
      first;  // a ProxyCommand together with a ProxyJump only if that is `none`
  QList<SshConfigValue> identityFiles, certificateFiles;
  std::vector<Diagnostic> warnings;

  QString text(const char* keyword, const QString& otherwise) const;
};

// `jumps` overrides the configuration unless it is empty. `file`: empty for ~/.ssh/config followed
// by /etc/ssh/ssh_config. Errors: "ssh.config" with file and line.
Result<SshConfigValues> readSshConfig(const SshPlace& place, const QString& jumps,
                                      const QString& file);

// The names in `Host` lines, in order, including those in included files, without patterns. If a
// file has an error: those before it.
QStringList sshConfigHosts(const QString& file);

// "ssh.config" with this reason.
Error sshConfigError(const char* code, Map arguments);
Error sshValueError(const SshConfigValue& value);

// The folder for ~, and the account's name.
QString sshHome();
QString sshLocalUser();

}  // namespace trainyard
