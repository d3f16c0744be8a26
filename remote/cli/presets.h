// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `yard` for presets and named documents.
#pragma once

#include <QString>
#include <QStringList>

#include "remote/cli/commands.h"
#include "remote/values/presets.h"

namespace trainyard {

// What `words` refer to (documentNamed) as the service is asked about it; of no run yet.
SubmitRequest requestNamed(const QString& words, const QString& target,
                           const QStringList& changes = {});

// Prints name and purpose of each.
int listPresets(Format format);
struct NewOptions {
  QString preset, script;
  QString output;  // empty: stdout
  bool replaces = false;
};
// Writes a copy of a preset to edit. Errors: "preset.unknown", "import.exists".
int newFromPreset(const NewOptions& options);
// Writes an experiment that runs a job script. Errors: "experiment.invalid" if it is not a script,
// "import.exists".
int newFromScript(const NewOptions& options);

// The number of nodes that the preset requests.
int nodesOf(const QString& preset);

}  // namespace trainyard
