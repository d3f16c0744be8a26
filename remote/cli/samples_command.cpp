// SPDX-License-Identifier: GPL-3.0-or-later
// `yard samples`: the texts, tables, images and histograms of a run.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/table.h"
#include "remote/store/named_runs.h"

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

QString cellText(const QJsonValue& cell) {
  if (cell.isString()) return oneLine(cell.toString());
  const QByteArray list = QJsonDocument(QJsonArray{cell}).toJson(QJsonDocument::Compact);
  return oneLine(QString::fromUtf8(list.mid(1, list.size() - 2)));
}

QStringList cells(const QJsonArray& row, qsizetype count) {
  QStringList texts;
  for (qsizetype i = 0; i < count; ++i) texts << (i < row.size() ? cellText(row[i]) : QString());
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
  const QJsonObject table = QJsonDocument::fromJson(content).object();
  const QJsonArray columns = table.value(QLatin1String("columns")).toArray();
  if (columns.isEmpty()) return;
  QList<QStringList> rows{cells(columns, columns.size())};
  for (const QJsonValue& row : table.value(QLatin1String("rows")).toArray())
    rows << cells(row.toArray(), columns.size());
  printTable(rows);
}

QString ending(const SampleRecord& sample, const QByteArray& content) {
  if (sample.kind == QLatin1String("text")) return QStringLiteral(".txt");
  if (sample.kind != QLatin1String("image")) return QStringLiteral(".json");
  if (content.startsWith("GIF")) return QStringLiteral(".gif");
  return content.startsWith("\xff\xd8") ? QStringLiteral(".jpg") : QStringLiteral(".png");
}

// A name from a program, as the name of a file: letters, digits and few signs, so that it leaves no
// folder.
QString fileName(const SampleRecord& sample) {
  QString name;
  for (const QChar c : sample.name.left(100))
    name += c.isLetterOrNumber() || c == QLatin1Char('-') ? c : QLatin1Char('_');
  return QStringLiteral("%1-%2-%3.%4")
      .arg(name, sample.step ? QString::number(*sample.step) : QStringLiteral("none"))
      .arg(sample.attempt)
      .arg(sample.sequence);
}

Result<void> write(const SampleRecord& sample, QByteArray content, const QString& folder) {
  if (sample.kind == QLatin1String("image")) content = QByteArray::fromBase64(content);
  const QString path = QDir(folder).filePath(fileName(sample) + ending(sample, content));
  QFile file(path);
  if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) ||
      file.write(content) != content.size() || !file.flush())
    return make_error("file.write", {{"path", path.toStdString()},
                                     {"problem", file.errorString().toStdString()}});
  print(sanitizedForTerminal(path));
  return {};
}

Result<void> show(const QString& text, const SampleChoice& choice, Format format) {
  RunStore store;
  TRY(const RunRecord run, namedRun(store, text));
  TRY(auto samples, store.samples(run.run, maxSamples));
  samples.removeIf([&](const SampleRecord& sample) {
    return (!choice.name.isEmpty() && sample.name != choice.name) ||
           (choice.step && sample.step != choice.step);
  });
  QJsonArray list;
  QList<QStringList> rows;
  for (const SampleRecord& sample : samples) {
    QJsonObject json = toJson(sample);
    if (choice.step || !choice.output.isEmpty()) {
      TRY(const QByteArray content, store.sampleContent(run.run, sample.attempt, sample.sequence));
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
