// SPDX-License-Identifier: GPL-3.0-or-later
// Imports settings of third-party trainers as a new document.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ImportedSettings {
  QString text;
  QString folder;                 // of the first file, which relative paths are relative to
  std::vector<Diagnostic> notes;  // what was not converted, and why
};

// Blocks on the disk: must be called through inBackground(). Errors: those of reading and of
// import_settings().
Result<ImportedSettings> importSettings(const QStringList& files);

}  // namespace trainyard
