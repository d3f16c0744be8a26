// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/presets.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"
#include "engine/system/comma_list.h"
#include "remote/values/script_document.h"

namespace trainyard {

QStringList presetNames() {
  QStringList names;
  for (const QString& file : QDir(QStringLiteral(":/presets"))
                                 .entryList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name))
    names << QFileInfo(file).completeBaseName();
  return names;
}

Error unknownPreset(const QString& name) {
  std::vector<std::string> names;
  for (const QString& known : presetNames()) names.push_back(known.toStdString());
  const auto near = nearest(name.toStdString(), names);
  return make_error("preset.unknown", {{"name", name.left(200).toStdString()},
                                       {"known", near.value_or(comma_list(names))}});
}

std::optional<QByteArray> presetText(const QString& name) {
  if (!presetNames().contains(name)) return std::nullopt;
  QFile file(QStringLiteral(":/presets/%1.yaml").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  return file.readAll();
}

NamedDocument documentNamed(const QString& words) {
  NamedDocument document{QDir::current().absoluteFilePath(words), std::nullopt};
  if (QFileInfo::exists(document.path)) {
    document.text = documentOfScript(document.path, QDir::currentPath());
    return document;
  }
  document.text = presetText(words);
  if (document.text) document.path += QStringLiteral(".yaml");
  return document;
}

QString purposeOf(const QByteArray& text) {
  const QByteArray first = text.left(text.indexOf('\n'));
  return first.startsWith('#') ? QString::fromUtf8(first.mid(1)).trimmed() : QString();
}

}  // namespace trainyard
