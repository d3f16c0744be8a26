// SPDX-License-Identifier: GPL-3.0-or-later
// `yard samples`: the texts, tables, images and histograms of a run.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/store/named_runs.h"
#include "remote/store/sample_content.h"

namespace trainyard {
namespace {

constexpr int maxSamples = 20000;  // the newest
constexpr qsizetype maxCellCharacters = 200;

QJsonObject jsonOfSample(const SampleRecord& sample) {
  QJsonObject json{{u"name"_s, sample.name},       {u"kind"_s, sample.kind},
                   {u"attempt"_s, sample.attempt}, {u"sequence"_s, sample.sequence},
                   {u"time"_s, sample.time},       {u"bytes"_s, sample.bytes},
                   {u"is_cut"_s, sample.isCut}};
  if (sample.step) json.insert(u"step"_s, *sample.step);
  if (!sample.caption.isEmpty()) json.insert(u"caption"_s, sample.caption);
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
  if (sample.kind == "image"_L1) {
    print(u"%1: an image; --output writes it to a folder"_s.arg(oneLine(sample.name)));
    return;
  }
  if (sample.kind != "table"_L1) {
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

struct SamplesCommand {
  RunOption which;
  QString name;  // empty: all
  std::optional<qint64> step;
  QString folder;  // to write the contents to; empty: none
  JsonOption json;

  void describe(CLI::App& command) {
    which.describe(command);
    CLI::Option* named = addOption(command, "--name", name, "Only those of this name, as printed");
    command.add_option("--step", step, "Print the one of this step")->needs(named);
    addOption(command, "--output", folder, "Write those that are chosen to this folder");
    json.describe(command, "Print JSON, of a chosen step with the content");
  }

  Result<int> run() {
    folder = absolute(folder);
    RunStore store;
    TRY(const RunRecord run, namedRun(store, which.run));
    TRY(auto samples, store.samples().list(run.run, maxSamples));
    samples.removeIf([this](const SampleRecord& sample) {
      return (!name.isEmpty() && sample.name != name) || (step && sample.step != step);
    });
    QJsonArray list;
    QList<QStringList> rows;
    for (const SampleRecord& sample : samples) {
      QJsonObject object = jsonOfSample(sample);
      if (step || !folder.isEmpty()) {
        TRY(const QByteArray content,
            store.samples().content(run.run, sample.attempt, sample.sequence));
        if (!folder.isEmpty()) {
          TRY(write(sample, content, folder));
          continue;
        }
        object.insert(u"content"_s, QString::fromUtf8(content));
        if (!json.isGiven) printContent(sample, content);
      }
      list << object;
      rows << QStringList{sample.step ? QString::number(*sample.step) : u"-"_s, sample.kind,
                          oneLine(sample.name)};
    }
    if (!folder.isEmpty()) return 0;
    if (json.isGiven) printJson(list);
    if (!json.isGiven && !step) printTable(rows);
    return 0;
  }
};

}  // namespace

extern const Command samplesCommand{"samples", "Show a run's texts, tables, images and histograms",
                                    addCommand<SamplesCommand>};

}  // namespace trainyard
