// SPDX-License-Identifier: GPL-3.0-or-later
// The documents in resources/presets by name, which `yard` has in itself, and what a person or a
// program calls an experiment.
#pragma once

#include <optional>

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"

namespace trainyard {

QStringList presetNames();
std::optional<QByteArray> presetText(const QString& name);
// The first line of a document, which describes its purpose; empty if that is no comment.
QString purposeOf(const QByteArray& text);
Error unknownPreset(const QString& name);

// What EXPERIMENT refers to on the command line: a file, which may be a job script, or a preset if
// there is no file of that name.
struct NamedDocument {
  QString path;                    // absolute; the document's paths are relative to its folder
  std::optional<QByteArray> text;  // for a preset, or generated from a job script
};
NamedDocument documentNamed(const QString& words);

}  // namespace trainyard
