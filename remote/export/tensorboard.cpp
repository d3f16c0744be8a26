// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/tensorboard.h"

#include <optional>
#include <vector>

#include <QDir>
#include <QHash>
#include <QRegularExpression>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/trackers/tensorboard_writer.h"
#include "remote/export/growing_file.h"

namespace trainyard {
namespace {

constexpr qint64 maxDocument = 1 << 20;

// A safe folder name for other programs: no separators, no leading dot.
QString folderName(const RunRecord& run) {
  static const QRegularExpression unusual(QStringLiteral("[^\\w.+=-]+|^\\.+"),
                                          QRegularExpression::UseUnicodePropertiesOption);
  return (QString(run.name).replace(unusual, QStringLiteral("_")) + QLatin1Char('-')).right(200) +
         run.run.left(8);
}

std::string codeBlock(const QByteArray& text) {
  std::string block;
  for (const QByteArray& line : text.split('\n')) block += "    " + line.toStdString() + "\n";
  return block;
}

// The records of a run that never change, so that the file can be appended to.
std::vector<std::string> beginning(const RunRecord& run) {
  std::vector<std::string> records;
  // The second says that older events in this folder do not count.
  records.push_back(tensorboard_version(run.created));
  records.push_back(tensorboard_restart(run.created, 0));
  const QString facts =
      QStringLiteral("run: %1\nname: %2\ntarget: %3\nfolder: %4\ntags: %5\ncommit: %6")
          .arg(run.run, run.name, run.target, run.folder, run.tags.join(QStringLiteral(", ")),
               run.gitCommit);
  records.push_back(tensorboard_text(run.created, "run", codeBlock(facts.toUtf8())));
  QFile document(run.folder + QStringLiteral("/resolved.yaml"));
  if (run.target == QLatin1String("here") && document.size() <= maxDocument &&
      document.open(QIODevice::ReadOnly))
    records.push_back(
        tensorboard_text(run.created, "hyperparameters", codeBlock(document.read(maxDocument))));
  return records;
}

// Returns the number of values. Nothing: the file starts differently.
Result<std::optional<qint64>> writeEvents(const QString& path, RunStore& store,
                                          const RunRecord& run) {
  GrowingFile file(path);
  TRY(file.open());
  bool fits = true;
  for (const std::string& record : beginning(run)) {
    TRY(fits, file.put(record));
    if (!fits) return std::optional<qint64>();
  }
  struct Metric {
    std::string name;
    qint64 points = 0;  // so far
  };
  QHash<QString, Metric> metrics;
  qint64 values = 0;
  const auto put = [&](const QString& name, const MetricPoint& point) -> Result<void> {
    if (!fits) return {};
    Metric& metric = metrics[name];
    if (metric.name.empty()) metric.name = name.toStdString();
    const qint64 number = metric.points++;
    ++values;
    TRY(fits, file.put(tensorboard_scalar(point.time, point.step.value_or(number), metric.name,
                                          point.value)));
    return {};
  };
  TRY(store.curves().eachPoint(run.run, {}, RunCurves::Superseded::hide, put));
  if (!fits) return std::optional<qint64>();
  TRY(fits, file.finish());
  return fits ? std::optional(values) : std::nullopt;
}

}  // namespace

Result<ExportedCurves> exportToTensorBoard(RunStore& store, const RunRecord& run,
                                           const QString& folder) {
  TRY(const QList<MetricSummary> metrics, store.metrics(run.run));
  if (metrics.isEmpty())
    return make_error("export.no_metrics", {{"run", run.run.left(8).toStdString()}});
  const QString place = QDir(folder).filePath(folderName(run));
  TRY(make_folders(place.toStdString()));
  const QDir directory(place);
  const QStringList old =
      directory.entryList({QStringLiteral("events.out.tfevents.*.trainyard.*")}, QDir::Files);
  // Numbered, as TensorBoard reads files in the order of their names.
  const auto path = [&](int number) {
    return directory.filePath(QStringLiteral("events.out.tfevents.%1.trainyard.%2")
                                  .arg(static_cast<qint64>(run.created), 10, 10, QLatin1Char('0'))
                                  .arg(number, 6, 10, QLatin1Char('0')));
  };
  const int number = old.isEmpty() ? 0 : old.last().section(QLatin1Char('.'), -1).toInt();
  ExportedCurves done{path(number), metrics.size(), 0};
  TRY(auto values, writeEvents(done.file, store, run));
  if (!values) {
    done.file = path(number + 1);
    TRY(values, writeEvents(done.file, store, run));
  }
  done.values = values.value_or(0);
  for (const QString& name : old)
    if (directory.filePath(name) != done.file) QFile::remove(directory.filePath(name));
  return done;
}

}  // namespace trainyard
