#include "gui/experiments/settings_import.h"

#include <QFileInfo>

#include "engine/contract/experiment/yaml_bytes.h"
#include "engine/contract/import/import.h"
#include "engine/contract/run_folder.h"

namespace trainyard {

Result<ImportedSettings> importSettings(const QStringList& files) {
  std::vector<ImportSource> sources;
  for (const QString& file : files) {
    TRY(auto content, read_file(file.toStdString(), kDocumentLimit));
    sources.push_back({file.toStdString(), std::move(content)});
  }
  TRY(Imported imported, import_settings(sources, {}, "experiment.yaml"));
  return ImportedSettings{QString::fromStdString(imported.document),
                          QFileInfo(files.first()).absolutePath(), std::move(imported.notes)};
}

}  // namespace trainyard
