// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters added by the user: $XDG_CONFIG_HOME/trainyard/targets.json. "here", this computer,
// always exists and is not in the file. No secrets.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"

namespace trainyard {

struct TargetSettings {
  QString name;       // [a-z0-9][a-z0-9._-]{0,63}, not "here"
  QString host;       // as for sshPlace: an alias, a host name, user@host:port
  QString sshConfig;  // a configuration file instead of ~/.ssh/config; empty: that one
  QString base;       // absolute, on the target
  QString engine;     // a folder there with engine and yard-agent to use instead of sending them;
                      // empty: they are sent
  bool sharesWithGroup = false;  // the account's group may read what runs create; else nobody
  QString site;                  // as for readSite; empty: none
};

void describe(Section<TargetSettings>& section);

// Accepts what ssh accepts as a host, and nothing that a program could interpret as an option.
// Error "target.host".
Result<void> checkTargetHost(const QString& host);

// The hosts named in the ssh configuration, including included files, without patterns.
// `sshConfig`: empty for ~/.ssh/config followed by /etc/ssh/ssh_config.
QStringList namedHosts(const QString& sshConfig);

// Null: there is none of this name.
TargetSettings* findTarget(QList<TargetSettings>& targets, const QString& name);

class TargetSettingsFile {
 public:
  explicit TargetSettingsFile(QString path = defaultPath());
  static QString defaultPath();

  // A file that does not exist is an empty list. Errors: "targets.unreadable" with line and what to
  // do.
  Result<QList<TargetSettings>> read() const;
  // Errors: "target.name", "target.exists", "target.base" (not absolute, "/", with a control
  // character), "target.host", those of readSite.
  Result<void> add(const TargetSettings& target) const;
  Result<void> remove(const QString& name) const;  // error "target.unknown"
  // Replaces the settings of the target with this name. Errors: "target.unknown", those of add().
  Result<void> change(const TargetSettings& target) const;

 private:
  Result<void> write(const QList<TargetSettings>& targets) const;
  QString m_path;
};

}  // namespace trainyard
