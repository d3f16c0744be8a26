// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/target/target_settings.h"

#include <algorithm>

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/host/places.h"
#include "remote/ssh/config/ssh_config_file.h"
#include "remote/schedulers/site_profile.h"

#include "remote/values/records.h"

namespace trainyard {
namespace {

Error targetError(const char* code, const QString& name) {
  return make_error(code, {{"name", name.toStdString()}});
}

Error fileProblem(const char* code, const QString& path, Map more) {
  more.emplace_back("path", path.toStdString());
  return make_error(code, std::move(more));
}

bool hasControlCharacter(const QString& text) {
  return std::any_of(text.begin(), text.end(),
                     [](QChar c) { return c.category() == QChar::Other_Control; });
}

Result<void> checkSettings(const TargetSettings& target) {
  static const QRegularExpression name(QStringLiteral("\\A[a-z0-9][a-z0-9._-]{0,63}\\z"));
  if (!name.match(target.name).hasMatch() || target.name == QLatin1String("here"))
    return targetError("target.name", target.name);
  TRY(checkTargetHost(target.host));
  for (const QString& path : {target.base, target.engine.isEmpty() ? target.base : target.engine})
    if (!path.startsWith(QLatin1Char('/')) || path == QLatin1String("/") ||
        hasControlCharacter(path))
      return targetError("target.base", path);
  return {};
}

}  // namespace

Result<void> checkTargetHost(const QString& host) {
  if (sshPlace(host)) return {};
  return targetError("target.host", host);
}

QStringList namedHosts(const QString& sshConfig) { return sshConfigHosts(sshConfig); }

TargetSettings* findTarget(QList<TargetSettings>& targets, const QString& name) {
  const auto found = std::find_if(targets.begin(), targets.end(),
                                  [&](const TargetSettings& one) { return one.name == name; });
  return found == targets.end() ? nullptr : &*found;
}

void describe(Section<TargetSettings>& section) {
  section.field("name", &TargetSettings::name);
  section.field("host", &TargetSettings::host);
  section.field("ssh_config", &TargetSettings::sshConfig);
  section.field("base", &TargetSettings::base);
  section.field("engine", &TargetSettings::engine);
  section.field("share_with_group", &TargetSettings::sharesWithGroup);
  section.field("site", &TargetSettings::site);
}

TargetSettingsFile::TargetSettingsFile(QString path) : m_path(std::move(path)) {}

QString TargetSettingsFile::defaultPath() {
  return configFolder() + QStringLiteral("/targets.json");
}

Result<QList<TargetSettings>> TargetSettingsFile::read() const {
  QFile file(m_path);
  QList<TargetSettings> targets;
  if (!file.exists()) return targets;
  if (!file.open(QIODevice::ReadOnly))
    return fileProblem("targets.unreadable", m_path,
                       {{"problem", file.errorString().toStdString()}});
  QJsonParseError parsing;
  const QJsonDocument document = QJsonDocument::fromJson(file.read(1 << 20), &parsing);
  if (parsing.error != QJsonParseError::NoError ||
      !document.object()[QStringLiteral("targets")].isArray())
    return fileProblem(
        "targets.damaged", m_path,
        {{"byte", std::int64_t{parsing.offset}}, {"problem", parsing.errorString().toStdString()}});
  for (const QJsonValue& value : document.object()[QStringLiteral("targets")].toArray()) {
    const auto target = fromJson<TargetSettings>(value.toObject());
    if (auto good = checkSettings(target); !good)
      return fileProblem("targets.entry", m_path, {{"why", as_argument(good.error())}});
    targets.append(target);
  }
  return targets;
}

Result<void> TargetSettingsFile::write(const QList<TargetSettings>& targets) const {
  QJsonArray list;
  for (const TargetSettings& target : targets) list.append(toJson(target));
  TRY(ensureFolder(QFileInfo(m_path).path()));
  const QJsonObject content{{QStringLiteral("format"), 1}, {QStringLiteral("targets"), list}};
  return write_file_atomically(QFile::encodeName(m_path).toStdString(),
                               QJsonDocument(content).toJson().toStdString());
}

Result<void> TargetSettingsFile::add(const TargetSettings& target) const {
  TRY(checkSettings(target));
  TRY(readSite(target.site));
  TRY(auto targets, read());
  if (findTarget(targets, target.name)) return targetError("target.exists", target.name);
  targets.append(target);
  return write(targets);
}

Result<void> TargetSettingsFile::change(const TargetSettings& target) const {
  TRY(auto targets, read());
  TargetSettings* known = findTarget(targets, target.name);
  if (!known) return targetError("target.unknown", target.name);
  TRY(checkSettings(target));
  TRY(readSite(target.site));
  *known = target;
  return write(targets);
}

Result<void> TargetSettingsFile::remove(const QString& name) const {
  TRY(auto targets, read());
  if (targets.removeIf([&](const TargetSettings& target) { return target.name == name; }) == 0)
    return targetError("target.unknown", name);
  return write(targets);
}

}  // namespace trainyard
