// SPDX-License-Identifier: GPL-3.0-or-later
// The documents of resources/presets by name, and what `yard` does with them.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

QStringList presetNames();
std::optional<QByteArray> presetText(const QString& name);

// What EXPERIMENT means on the command line: a file, which may be a job script, or a preset where
// no file has that name.
struct NamedDocument {
  QString path;                    // absolute; relative paths in the document count from its folder
  std::optional<QByteArray> text;  // of a preset, or made of a job script
};
NamedDocument documentNamed(const QString& words);

// A line for each: name and purpose.
int listPresets();
struct NewOptions {
  QString preset, script;
  QString output;  // empty: stdout
  bool replaces = false;
};
// A copy of a preset to change. Errors: "preset.unknown", "import.exists".
int newFromPreset(const NewOptions& options);
// An experiment that runs a job script. Errors: "experiment.invalid" of what is no script,
// "import.exists".
int newFromScript(const NewOptions& options);

// The preset's small sample in `folder`, made by the engine; one that is there already is used as
// it is. The path of its document. Errors: "preset.unknown", "preset.no_sample", "file.missing"
// where the folder is something else, those of runProgram.
Result<QString> makeSample(const QString& preset, const QString& folder);
// How many nodes the preset asks for.
int nodesOf(const QString& preset);

}  // namespace trainyard
