#include "remote/target/target_settings.h"

#include <algorithm>

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "engine/contract/run_folder.h"
#include "remote/host/places.h"

namespace trainyard {
namespace {

Error targetError(const char* code, const QString& what) {
  return Error{code, {}, what.toStdString(), ExitCode::invalid_input};
}

bool hasControlCharacter(const QString& text) {
  return std::any_of(text.begin(), text.end(),
                     [](QChar c) { return c.category() == QChar::Other_Control; });
}

Result<void> checkSettings(const TargetSettings& target) {
  static const QRegularExpression name(QStringLiteral("\\A[a-z0-9][a-z0-9._-]{0,63}\\z"));
  if (!name.match(target.name).hasMatch() || target.name == QLatin1String("here"))
    return targetError("target.name",
                       QStringLiteral("a target's name has a-z, 0-9, '.', '_' and '-', begins with "
                                      "a letter or digit, and is not `here`: %1")
                           .arg(target.name));
  if (auto good = checkTargetHost(target.host); !good) return good;
  for (const QString& path : {target.base, target.engine.isEmpty() ? target.base : target.engine})
    if (!path.startsWith(QLatin1Char('/')) || path == QLatin1String("/") ||
        hasControlCharacter(path))
      return targetError("target.base",
                         QStringLiteral("%1 is no absolute folder on the target; give one of your "
                                        "own, such as /scratch/you/trainyard")
                             .arg(path));
  return {};
}

}  // namespace

Result<void> checkTargetHost(const QString& host) {
  static const QRegularExpression form(QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9._:-]{0,254}\\z"));
  if (form.match(host).hasMatch()) return {};
  return targetError(
      "target.host",
      QStringLiteral("%1 is no host; give an alias of your ssh configuration or a host name")
          .arg(host));
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
    return targetError("targets.unreadable", m_path + QStringLiteral(": ") + file.errorString());
  QJsonParseError parsing;
  const QJsonDocument document = QJsonDocument::fromJson(file.read(1 << 20), &parsing);
  if (parsing.error != QJsonParseError::NoError ||
      !document.object()[QStringLiteral("targets")].isArray())
    return targetError(
        "targets.unreadable",
        QStringLiteral(
            "%1 is damaged at byte %2 (%3); correct it, or remove it and add the targets again")
            .arg(m_path)
            .arg(parsing.offset)
            .arg(parsing.errorString()));
  for (const QJsonValue& value : document.object()[QStringLiteral("targets")].toArray()) {
    const QJsonObject entry = value.toObject();
    TargetSettings target{
        entry[QStringLiteral("name")].toString(), entry[QStringLiteral("host")].toString(),
        entry[QStringLiteral("ssh_config")].toString(), entry[QStringLiteral("base")].toString(),
        entry[QStringLiteral("engine")].toString()};
    if (auto good = checkSettings(target); !good)
      return targetError("targets.unreadable", m_path + QStringLiteral(": ") +
                                                   QString::fromStdString(good.error().message));
    targets.append(target);
  }
  return targets;
}

Result<void> TargetSettingsFile::write(const QList<TargetSettings>& targets) const {
  QJsonArray list;
  for (const TargetSettings& target : targets) {
    QJsonObject entry{{QStringLiteral("name"), target.name},
                      {QStringLiteral("host"), target.host},
                      {QStringLiteral("base"), target.base}};
    if (!target.sshConfig.isEmpty()) entry.insert(QStringLiteral("ssh_config"), target.sshConfig);
    if (!target.engine.isEmpty()) entry.insert(QStringLiteral("engine"), target.engine);
    list.append(entry);
  }
  if (auto made = ensureFolder(QFileInfo(m_path).path()); !made) return made;
  const QJsonObject content{{QStringLiteral("format"), 1}, {QStringLiteral("targets"), list}};
  return write_file_atomically(QFile::encodeName(m_path).toStdString(),
                               QJsonDocument(content).toJson().toStdString());
}

Result<void> TargetSettingsFile::add(const TargetSettings& target) const {
  if (auto good = checkSettings(target); !good) return good;
  auto targets = read();
  if (!targets) return targets.error();
  for (const TargetSettings& known : *targets)
    if (known.name == target.name)
      return targetError(
          "target.exists",
          QStringLiteral("there is a target %1 already; remove it first or choose another name")
              .arg(target.name));
  targets->append(target);
  return write(*targets);
}

Result<void> TargetSettingsFile::remove(const QString& name) const {
  auto targets = read();
  if (!targets) return targets.error();
  if (targets->removeIf([&](const TargetSettings& target) { return target.name == name; }) == 0)
    return targetError(
        "target.unknown",
        QStringLiteral("there is no target %1; `yard targets` lists them").arg(name));
  return write(*targets);
}

}  // namespace trainyard
