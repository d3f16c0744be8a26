// SPDX-License-Identifier: GPL-3.0-or-later
// `yard new`: an experiment from a preset or a job script.
#include <cstdio>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/schedulers/slurm/job_script_check.h"
#include "remote/submit/prepare.h"
#include "remote/values/presets.h"
#include "remote/values/script_document.h"

namespace trainyard {
namespace {

int listPresets(Format format) {
  if (format == Format::json) {
    QJsonArray list;
    for (const QString& name : presetNames())
      list.append(QJsonObject{{u"name"_s, name},
                              {u"purpose"_s, purposeOf(presetText(name).value_or(QByteArray()))}});
    return printJson(list);
  }
  qsizetype width = 0;
  for (const QString& name : presetNames()) width = std::max(width, name.size());
  for (const QString& name : presetNames())
    print(name.leftJustified(width) + u"  "_s + purposeOf(presetText(name).value_or(QByteArray())));
  return 0;
}

struct NewCommand {
  QString preset, script;
  QString output;  // empty: stdout
  bool replaces = false, isListed = false;
  JsonOption json;
  const CLI::App* parsed = nullptr;

  void describe(CLI::App& command) {
    parsed = &command;
    CLI::Option* from = addOption(command, "--from", preset, "The preset");
    CLI::Option* job =
        addOption(command, "--script", script, "The job script to run")->excludes(from);
    addOption(command, "FILE,--output", output, "The experiment file; default: print it");
    command.allow_extras();
    command.add_flag("--force", replaces, "Overwrite an existing file");
    command.add_flag("--list", isListed, "List the presets; the default without --from")
        ->excludes(from)
        ->excludes(job);
    json.describe(command, "Print the list as JSON")->excludes(from)->excludes(job);
  }
  void check() const {
    const bool isNamed = !preset.isEmpty() || !script.isEmpty();
    if (!parsed->remaining().empty() || (!isNamed && (!output.isEmpty() || replaces)))
      throw CLI::ValidationError(
          "name one preset or job script and one file, as in: yard new --from quickstart FILE "
          "(`yard new --list` says which presets there are)");
  }
  Result<int> run() {
    if (!script.isEmpty()) return fromScript();
    if (preset.isEmpty()) return listPresets(json.format());
    const auto text = presetText(preset);
    if (!text) return unknownPreset(preset);
    return write(*text);
  }

  Result<int> fromScript() {
    const QString path = QDir::current().absoluteFilePath(script);
    std::vector<Diagnostic> findings;
    if (readJobScript(path, findings).isEmpty()) return diagnosticsError(findings);
    const QDir place =
        output.isEmpty() ? QDir::current() : QFileInfo(QDir::current(), output).dir();
    const QByteArray text =
        documentOfScript(path, QDir::currentPath(), place.absolutePath()).value_or(QByteArray());
    return write(text);
  }

  Result<int> write(const QByteArray& text) {
    if (output.isEmpty()) {
      std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
      return 0;
    }
    const QFileInfo file(output);
    if ((file.exists() || file.isSymLink()) && !replaces)
      return make_error("import.exists", {{"path", output.toStdString()}});
    TRY(write_file_atomically(output.toStdString(), text.toStdString()));
    return 0;
  }
};

}  // namespace

extern const Command newCommand{"new", "Create an experiment from a preset or a job script",
                                addCommand<NewCommand>};

}  // namespace trainyard
