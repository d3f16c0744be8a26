// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/presets.h"

#include <cstdio>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "remote/cli/output.h"
#include "remote/schedulers/slurm/job_script_check.h"
#include "remote/values/script_document.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

Result<void> writeNew(const NewOptions& options, const QByteArray& text) {
  const QFileInfo output(options.output);
  if ((output.exists() || output.isSymLink()) && !options.replaces)
    return make_error("import.exists", {{"path", options.output.toStdString()}});
  return write_file_atomically(options.output.toStdString(), text.toStdString());
}

}  // namespace

SubmitRequest requestNamed(const QString& words, const QString& target,
                           const QStringList& changes) {
  NamedDocument document = documentNamed(words);
  SubmitRequest request;
  request.path = document.path;
  request.text = std::move(document.text);
  request.overrides = changes;
  request.target = target;
  return request;
}

int listPresets(Format format) {
  if (format == Format::json) {
    QJsonArray list;
    for (const QString& name : presetNames())
      list.append(QJsonObject{
          {QStringLiteral("name"), name},
          {QStringLiteral("purpose"), purposeOf(presetText(name).value_or(QByteArray()))}});
    printJson(list);
    return 0;
  }
  qsizetype width = 0;
  for (const QString& name : presetNames()) width = std::max(width, name.size());
  for (const QString& name : presetNames())
    print(name.leftJustified(width) + QStringLiteral("  ") +
          purposeOf(presetText(name).value_or(QByteArray())));
  return 0;
}

int newFromPreset(const NewOptions& options) {
  const auto text = presetText(options.preset);
  if (!text) return fail(unknownPreset(options.preset));
  if (options.output.isEmpty()) {
    std::fwrite(text->constData(), 1, static_cast<std::size_t>(text->size()), stdout);
    return 0;
  }
  const auto written = writeNew(options, *text);
  return written ? 0 : fail(written.error());
}

int newFromScript(const NewOptions& options) {
  const QString path = QDir::current().absoluteFilePath(options.script);
  std::vector<Diagnostic> findings;
  if (readJobScript(path, findings).isEmpty()) return fail(diagnosticsError(findings));
  const QDir place =
      options.output.isEmpty() ? QDir::current() : QFileInfo(QDir::current(), options.output).dir();
  const QByteArray text =
      documentOfScript(path, QDir::currentPath(), place.absolutePath()).value_or(QByteArray());
  if (options.output.isEmpty()) {
    std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
    return 0;
  }
  const auto written = writeNew(options, text);
  return written ? 0 : fail(written.error());
}

int nodesOf(const QString& preset) {
  const auto text = presetText(preset);
  if (!text) return 1;
  const Document document = read_experiment(text->toStdString(), preset.toStdString(), {});
  return static_cast<int>(document.experiment.resources.nodes);
}

}  // namespace trainyard
