// SPDX-License-Identifier: GPL-3.0-or-later
// `yard samples`: the texts, tables, images and histograms of a run.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/table.h"
#include "remote/store/named_runs.h"
#include "remote/store/sample_content.h"

namespace trainyard {
namespace {

constexpr int maxSamples = 20000;  // the newest
constexpr qsizetype maxCellCharacters = 200;

QJsonObject toJson(const SampleRecord& sample) {
  QJsonObject json{
      {QStringLiteral("name"), sample.name},       {QStringLiteral("kind"), sample.kind},
      {QStringLiteral("attempt"), sample.attempt}, {QStringLiteral("sequence"), sample.sequence},
      {QStringLiteral("time"), sample.time},       {QStringLiteral("bytes"), sample.bytes},
      {QStringLiteral("is_cut"), sample.isCut}};
  if (sample.step) json.insert(QStringLiteral("step"), *sample.step);
  if (!sample.caption.isEmpty()) json.insert(QStringLiteral("caption"), sample.caption);
  return json;
}

// Names and cells stay on their line, which the widest one pads.
QString oneLine(const QString& text) {
  return sanitizedForTerminal(text.left(maxCellCharacters).simplified());
}

QStringList cells(const QStringList& row) {
  QStringList texts;
  for (const QString& cell : row) texts << oneLine(cell);
  return texts;
}

void printContent(const SampleRecord& sample, const QByteArray& content) {
  if (!sample.caption.isEmpty()) print(sanitizedForTerminal(sample.caption));
  if (sample.kind == QLatin1String("image")) {
    print(QStringLiteral("%1: an image; --output writes it to a folder").arg(oneLine(sample.name)));
    return;
  }
  if (sample.kind != QLatin1String("table")) {
    print(sanitizedForTerminal(QString::fromUtf8(content)));
    return;
  }
  const SampleTable table = SampleTable::read(content);
  if (table.columns.isEmpty()) return;
  QList<QStringList> rows{cells(table.columns)};
  for (const QStringList& row : table.rows) rows << cells(row);
  printTable(rows);
}

Result<void> write(const SampleRecord& sample, const QByteArray& content, const QString& folder) {
  const SampleFile made = sampleFile(sample, content);
  const QString path = QDir(folder).filePath(made.name + made.ending);
  QFile file(path);
  if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) ||
      file.write(made.bytes) != made.bytes.size() || !file.flush())
    return make_error("file.write", {{"path", path.toStdString()},
                                     {"problem", file.errorString().toStdString()}});
  print(sanitizedForTerminal(path));
  return {};
}

Result<void> show(const QString& text, const SampleChoice& choice, Format format) {
  RunStore store;
  TRY(const RunRecord run, namedRun(store, text));
  TRY(auto samples, store.samples().list(run.run, maxSamples));
  samples.removeIf([&](const SampleRecord& sample) {
    return (!choice.name.isEmpty() && sample.name != choice.name) ||
           (choice.step && sample.step != choice.step);
  });
  QJsonArray list;
  QList<QStringList> rows;
  for (const SampleRecord& sample : samples) {
    QJsonObject json = toJson(sample);
    if (choice.step || !choice.output.isEmpty()) {
      TRY(const QByteArray content,
          store.samples().content(run.run, sample.attempt, sample.sequence));
      if (!choice.output.isEmpty()) {
        TRY(write(sample, content, choice.output));
        continue;
      }
      json.insert(QStringLiteral("content"), QString::fromUtf8(content));
      if (format == Format::text) printContent(sample, content);
    }
    list << json;
    rows << QStringList{sample.step ? QString::number(*sample.step) : QStringLiteral("-"),
                        sample.kind, oneLine(sample.name)};
  }
  if (!choice.output.isEmpty()) return {};
  if (format == Format::json) printJson(list);
  if (format == Format::text && !choice.step) printTable(rows);
  return {};
}

}  // namespace

int showSamples(const QString& run, const SampleChoice& choice, Format format) {
  const auto done = show(run, choice, format);
  return done ? 0 : fail(done.error());
}

}  // namespace trainyard
