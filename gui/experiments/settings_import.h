// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of other trainers as a new document.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/result.h"

namespace trainyard {

struct ImportedSettings {
  QString text;
  QString folder;                 // that of the first file: relative paths count from there
  std::vector<Diagnostic> notes;  // what was not carried over, and why
};

// Waits for the disk: through inBackground(). Errors: those of reading and of import_settings().
Result<ImportedSettings> importSettings(const QStringList& files);

}  // namespace trainyard
