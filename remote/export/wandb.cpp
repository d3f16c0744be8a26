// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/wandb.h"

#include <algorithm>
#include <string>
#include <vector>

#include <QDir>
#include <QFileInfo>
#include <QHash>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/trackers/wandb_run_writer.h"
#include "remote/export/replaced_file.h"

namespace trainyard {
namespace {

// A value of a metric at a step.
struct Entry {
  qint64 step = 0;
  quint32 metric = 0;
  double time = 0, value = 0;
};

struct Curves {
  std::vector<std::string> names;
  std::vector<Entry> entries;  // by step; a metric is once in each
};

Result<Curves> curvesOf(RunStore& store, const QString& run) {
  Curves curves;
  QHash<QString, quint32> numbers;
  std::vector<qint64> counts;
  const auto take = [&](const QString& name, const MetricPoint& point) -> Result<void> {
    const auto known = numbers.constFind(name);
    const quint32 metric =
        known == numbers.cend() ? static_cast<quint32>(curves.names.size()) : *known;
    if (known == numbers.cend()) {
      numbers.insert(name, metric);
      curves.names.push_back(name.toStdString());
      counts.push_back(0);
    }
    const qint64 number = counts[metric]++;
    curves.entries.push_back({point.step.value_or(number), metric, point.time, point.value});
    return {};
  };
  TRY(store.curves().eachPoint(run, {}, RunCurves::Superseded::hide, take));
  const auto order = [](const Entry& a, const Entry& b) {
    return std::pair(a.step, a.metric) < std::pair(b.step, b.metric);
  };
  std::stable_sort(curves.entries.begin(), curves.entries.end(), order);
  // Of values that were reported twice for a step, the later one counts.
  const auto same = [&](const Entry& a, const Entry& b) { return !order(a, b) && !order(b, a); };
  const auto last = std::unique(curves.entries.rbegin(), curves.entries.rend(), same);
  curves.entries.erase(curves.entries.begin(), last.base());
  return curves;
}

Value valueOf(const QVariant& setting) {
  if (setting.typeId() == QMetaType::QString) return setting.toString().toStdString();
  return setting.toDouble();
}

WandbRun wandbRun(const RunRecord& run, const std::string& id, const QString& project,
                  const QMap<QString, QVariant>& settings) {
  WandbRun result;
  result.id = id;
  result.project = project.toStdString();
  result.name = (run.title.isEmpty() ? run.name : run.title).toStdString();
  result.notes = run.note.toStdString();
  for (const QString& tag : run.tags) result.tags.push_back(tag.toStdString());
  for (const auto& [path, value] : settings.asKeyValueRange())
    result.config.emplace_back(path.toStdString(), valueOf(value));
  result.started = run.created;
  return result;
}

// A row for each step, and the last value of each metric.
Result<void> writeHistory(ReplacedFile& file, WandbRunWriter& writer, const Curves& curves,
                          double begun) {
  MetricValues last;
  for (const std::string& name : curves.names) last.emplace_back(name, 0);
  const auto end = curves.entries.end();
  for (auto first = curves.entries.begin(); first != end;) {
    const qint64 step = first->step;
    MetricValues row;
    double time = 0;
    for (; first != end && first->step == step; ++first) {
      row.emplace_back(curves.names[first->metric], first->value);
      last[first->metric].second = first->value;
      time = std::max(time, first->time);
    }
    TRY(file.write(writer.row(step, time, time - begun, row)));
  }
  return file.write(writer.summary(last));
}

}  // namespace

Result<ExportedCurves> exportToWandb(RunStore& store, const RunRecord& run, const QString& folder,
                                     const QString& project) {
  TRY(const Curves curves, curvesOf(store, run.run));
  if (curves.entries.empty())
    return make_error("export.no_metrics", {{"run", run.run.left(8).toStdString()}});
  TRY(const auto settings, store.settings(run.run));
  const std::string id = QString(run.run).remove(QLatin1Char('-')).toStdString();
  const QDir place(
      QDir(folder).filePath(QString::fromStdString(wandb_folder_name(id, run.created))));
  TRY(make_folders(place.filePath(QStringLiteral("files")).toStdString()));
  const QString path = place.filePath(QString::fromStdString(wandb_file_name(id)));
  ReplacedFile file(path);
  TRY(file.open());
  WandbRunWriter writer(id);
  TRY(file.write(writer.beginning(wandbRun(run, id, project, settings))));
  TRY(writeHistory(file, writer, curves, run.started > 0 ? run.started : run.created));
  if (!isOpen(run.state)) {
    const int code = run.exitCode.value_or(run.state == RunState::completed ? 0 : 1);
    TRY(file.write(writer.exit(code)));
  }
  // What wandb sync notes beside a file that it has uploaded.
  const bool hasChanged = QFileInfo(path).size() != file.size();
  TRY(file.finish());
  for (const char* mark : {".synced", ".syncstate"})
    if (hasChanged) QFile::remove(path + QLatin1String(mark));
  return ExportedCurves{path, static_cast<qint64>(curves.names.size()),
                        static_cast<qint64>(curves.entries.size())};
}

}  // namespace trainyard
