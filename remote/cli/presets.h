// SPDX-License-Identifier: GPL-3.0-or-later
// The documents in resources/presets by name, and the commands of `yard` for them.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/cli/commands.h"

namespace trainyard {

QStringList presetNames();
std::optional<QByteArray> presetText(const QString& name);
Error unknownPreset(const QString& name);

// What EXPERIMENT refers to on the command line: a file, which may be a job script, or a preset if
// there is no file of that name.
struct NamedDocument {
  QString path;                    // absolute; the document's paths are relative to its folder
  std::optional<QByteArray> text;  // for a preset, or generated from a job script
};
NamedDocument documentNamed(const QString& words);
// The same as the service is asked about it; of no run yet.
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
