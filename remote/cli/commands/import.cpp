// SPDX-License-Identifier: GPL-3.0-or-later
// `yard import`: settings of other trainers as an experiment.
#include <cstdio>

#include <QFileInfo>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/import/import.h"

namespace trainyard {
namespace {

struct ImportCommand {
  QStringList files;
  QString output;  // empty: stdout
  QString name;    // of the experiment; empty: from the files
  QString as;
  bool replaces = false;
  int training = 0;  // number of the training in a script with several, from 1; or its line

  void describe(CLI::App& command) {
    addOption(command, "FILE", files, "One or more files of any of these kinds")->required();
    addOption(command, "--output", output, "The experiment file; default: print it");
    addOption(command, "--name", name, "The name of the experiment");
    command.add_flag("--force", replaces, "Overwrite an existing file");
    addOption(command, "--as", as,
              "What a script becomes: script (it runs unchanged), command (its program alone) or "
              "engine (the built-in trainer); without it, what fits")
        ->check(CLI::IsMember({"script", "command", "engine"}));
    command
        .add_option("--training", training,
                    "Which training, if a script starts several: its number, counting from 1, or "
                    "its line")
        ->check(CLI::PositiveNumber);
  }

  // What is not converted is reported on stderr.
  Result<int> run() {
    TRY(const auto imported, convert());
    if (!output.isEmpty()) {
      TRY(write_file_atomically(output.toStdString(), imported.document));
      for (const ImportedFile& file : imported.files) {
        TRY(writeBeside(file));
      }
    }
    for (const Diagnostic& note : imported.notes) printNote(QString::fromStdString(to_line(note)));
    if (output.isEmpty()) {
      const QByteArray document =
          sanitizedForTerminal(QString::fromStdString(imported.document)).toUtf8();
      std::fwrite(document.constData(), 1, static_cast<std::size_t>(document.size()), stdout);
    }
    return 0;
  }

  Result<Imported> convert() const {
    const QFileInfo file(output);
    if (!output.isEmpty() && (file.exists() || file.isSymLink()) && !replaces)
      return make_error("import.exists", {{"path", output.toStdString()}});
    std::vector<std::string> paths;
    for (const QString& each : files) paths.push_back(each.toStdString());
    ImportChoices choices;
    choices.name = name.toStdString();
    if (!output.isEmpty()) choices.document_name = output.toStdString();
    choices.as = as == "script"_L1    ? ImportAs::script
                 : as == "command"_L1 ? ImportAs::command
                 : as == "engine"_L1  ? ImportAs::engine
                                      : ImportAs::automatic;
    choices.writes_files = !output.isEmpty();
    choices.training = training;
    return import_files(paths, choices);
  }

  // Writes a file that the document refers to; an existing one is the user's.
  Result<void> writeBeside(const ImportedFile& file) const {
    const QFileInfo place(QFileInfo(output).absolutePath() + u'/' +
                          QString::fromStdString(file.name));
    if (place.exists() && !replaces)
      return make_error("import.exists", {{"path", place.filePath().toStdString()}});
    return write_file_atomically(place.filePath().toStdString(), file.text);
  }
};

}  // namespace

extern const Command importCommand{
    "import",
    "Make an experiment of a job script or a command line, or of other trainers' settings: "
    "arguments of a Hugging Face script, configurations of accelerate and DeepSpeed",
    addCommand<ImportCommand>};

}  // namespace trainyard
