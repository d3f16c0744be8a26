// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include <QFileInfo>

#include "remote/import/import.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"

namespace trainyard {
namespace {

Result<Imported> importedFrom(const ImportOptions& options) {
  const QFileInfo output(options.output);
  if (!options.output.isEmpty() && (output.exists() || output.isSymLink()) &&
      options.existing == ImportOptions::Existing::stays)
    return make_error("import.exists", {{"path", options.output.toStdString()}});
  std::vector<std::string> paths;
  for (const QString& file : options.files) paths.push_back(file.toStdString());
  ImportChoices choices;
  choices.name = options.name.toStdString();
  if (!options.output.isEmpty()) choices.document_name = options.output.toStdString();
  choices.as = options.as;
  choices.writes_files = !options.output.isEmpty();
  choices.training = options.training;
  return import_files(paths, choices);
}

// Writes a file that the document refers to; an existing one is the user's.
Result<void> writeBeside(const ImportOptions& options, const ImportedFile& file) {
  const QFileInfo place(QFileInfo(options.output).absolutePath() + QLatin1Char('/') +
                        QString::fromStdString(file.name));
  if (place.exists() && options.existing == ImportOptions::Existing::stays)
    return make_error("import.exists", {{"path", place.filePath().toStdString()}});
  return write_file_atomically(place.filePath().toStdString(), file.text);
}

}  // namespace

int importFiles(const ImportOptions& options) {
  const auto imported = importedFrom(options);
  if (!imported) return fail(imported.error());
  if (!options.output.isEmpty()) {
    const auto written = write_file_atomically(options.output.toStdString(), imported->document);
    if (!written) return fail(written.error());
    for (const ImportedFile& file : imported->files) {
      const auto beside = writeBeside(options, file);
      if (!beside) return fail(beside.error());
    }
  }
  for (const Diagnostic& note : imported->notes)
    std::fprintf(stderr, "%s\n",
                 sanitizedForTerminal(QString::fromStdString(to_line(note))).toUtf8().constData());
  if (options.output.isEmpty()) {
    const QByteArray document =
        sanitizedForTerminal(QString::fromStdString(imported->document)).toUtf8();
    std::fwrite(document.constData(), 1, static_cast<std::size_t>(document.size()), stdout);
  }
  return 0;
}

}  // namespace trainyard
