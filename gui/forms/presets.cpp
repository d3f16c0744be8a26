// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/presets.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringList>

// Of a static library, which the linker would leave out.
static void initialisePresets() { Q_INIT_RESOURCE(trainyard_presets); }

namespace trainyard {

std::vector<Preset> presets() {
  initialisePresets();
  std::vector<Preset> out;
  for (const QFileInfo& info :
       QDir(QStringLiteral(":/presets"))
           .entryInfoList({QStringLiteral("*.yaml")}, QDir::Files, QDir::Name)) {
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly)) continue;
    QStringList summary;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
      if (!line.startsWith(u'#')) break;
      summary << line.mid(1).trimmed();
    }
    out.push_back({info.completeBaseName(), summary.join(u' '), info.filePath()});
  }
  return out;
}

}  // namespace trainyard
