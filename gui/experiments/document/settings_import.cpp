// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/settings_import.h"

#include <QFileInfo>

#include "remote/import/import.h"

namespace trainyard {

Result<ImportedSettings> importSettings(const QStringList& files) {
  std::vector<std::string> paths;
  for (const QString& file : files) paths.push_back(file.toStdString());
  TRY(Imported imported,
      import_files(paths, {.folder = QFileInfo(files.first()).absolutePath().toStdString()}));
  return ImportedSettings{QString::fromStdString(imported.document),
                          QFileInfo(files.first()).absolutePath(), std::move(imported.notes)};
}

}  // namespace trainyard
