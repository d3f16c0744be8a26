// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/export/wandb.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSaveFile>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/trackers/protobuf_writer.h"
#include "engine/trackers/wandb_log.h"
#include "remote/values/numbers.h"

namespace trainyard {
namespace {

// As Python writes it: what is not finite is a bare word.
std::string jsonOf(double value) {
  return std::isfinite(value) ? to_json(value) : nameOfNonFinite(value).toStdString();
}

std::string jsonOf(const QVariant& value) {
  if (value.typeId() == QMetaType::QString) return to_json(value.toString().toStdString());
  return jsonOf(value.toDouble());
}

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
  TRY(store.eachPoint(run, {}, RunStore::Superseded::hide, take));
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

// The fields that W&B's items of history, summary and configuration share.
ProtobufMessage item(int keyField, std::string_view key, std::string_view json) {
  return ProtobufMessage().add(keyField, key).add(16, json);
}

class WandbFile {
 public:
  WandbFile(const QString& path, std::string run) : m_file(path), m_run(std::move(run)) {}

  Result<void> open() {
    errno = 0;
    return m_file.open(QIODevice::WriteOnly) ? Result<void>() : failed();
  }

  // `field`: of what is in the record.
  Result<void> add(int field, const ProtobufMessage& content) {
    const ProtobufMessage record = ProtobufMessage()
                                       .add(1, ++m_number)
                                       .add(field, content)
                                       .add(200, ProtobufMessage().add(1, std::string_view(m_run)));
    const std::string bytes = m_log.record(record.bytes());
    m_size += static_cast<qint64>(bytes.size());
    errno = 0;
    const auto size = static_cast<qint64>(bytes.size());
    return m_file.write(bytes.data(), size) == size ? Result<void>() : failed();
  }

  Result<void> finish() {
    errno = 0;
    return m_file.commit() ? Result<void>() : failed();
  }

  qint64 size() const { return m_size; }

 private:
  Error failed() const {
    return file_error(m_file.fileName().toStdString(), errno, FileStep::write);
  }

  QSaveFile m_file;
  WandbLogWriter m_log;
  std::string m_run;
  std::int64_t m_number = 0;
  qint64 m_size = 0;
};

ProtobufMessage timestamp(double time) {
  const double whole = std::floor(time);
  return ProtobufMessage()
      .add(1, static_cast<std::int64_t>(whole))
      .add(2, static_cast<std::int64_t>((time - whole) * 1e9));
}

ProtobufMessage runRecord(const RunRecord& run, const std::string& id, const QString& project,
                          const QMap<QString, QVariant>& settings) {
  ProtobufMessage config;
  for (const auto& [path, value] : settings.asKeyValueRange())
    config.add(1, item(1, path.toStdString(), jsonOf(value)));
  ProtobufMessage record;
  record.add(1, std::string_view(id));
  if (!project.isEmpty()) record.add(3, std::string_view(project.toStdString()));
  record.add(4, config);
  record.add(8, std::string_view((run.title.isEmpty() ? run.name : run.title).toStdString()));
  if (!run.note.isEmpty()) record.add(9, std::string_view(run.note.toStdString()));
  for (const QString& tag : run.tags) record.add(10, std::string_view(tag.toStdString()));
  return record.add(17, timestamp(run.created));
}

// A row for each step, and the last value of each metric.
Result<void> writeHistory(WandbFile& file, const Curves& curves, double begun) {
  std::vector<double> last(curves.names.size());
  const auto end = curves.entries.end();
  for (auto first = curves.entries.begin(); first != end;) {
    const qint64 step = first->step;
    ProtobufMessage row;
    double time = 0;
    for (; first != end && first->step == step; ++first) {
      row.add(1, item(2, curves.names[first->metric], jsonOf(first->value)));
      last[first->metric] = first->value;
      time = std::max(time, first->time);
    }
    row.add(1, item(2, "_step", std::to_string(step)));
    row.add(1, item(2, "_timestamp", jsonOf(time)));
    row.add(1, item(2, "_runtime", jsonOf(std::max(0.0, time - begun))));
    TRY(file.add(2, row.add(2, ProtobufMessage().add(1, std::int64_t{step}))));
  }
  ProtobufMessage summary;
  for (std::size_t at = 0; at < last.size(); ++at)
    summary.add(1, item(2, curves.names[at], jsonOf(last[at])));
  return file.add(3, summary);
}

}  // namespace

Result<ExportedCurves> exportToWandb(RunStore& store, const RunRecord& run, const QString& folder,
                                     const QString& project) {
  TRY(const Curves curves, curvesOf(store, run.run));
  if (curves.entries.empty())
    return make_error("export.no_metrics", {{"run", run.run.left(8).toStdString()}});
  TRY(const auto settings, store.settings(run.run));
  const QString id = QString(run.run).remove(QLatin1Char('-'));
  const QString date = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(run.created), Qt::UTC)
                           .toString(QStringLiteral("yyyyMMdd_HHmmss"));
  const QDir place(QDir(folder).filePath(QStringLiteral("offline-run-%1-%2").arg(date, id)));
  TRY(make_folders(place.filePath(QStringLiteral("files")).toStdString()));
  const QString path = place.filePath(QStringLiteral("run-%1.wandb").arg(id));
  WandbFile file(path, id.toStdString());
  TRY(file.open());
  const ProtobufMessage version = ProtobufMessage().add(1, std::string_view("trainyard"));
  TRY(file.add(21, ProtobufMessage().add(1, version)));
  TRY(file.add(17, runRecord(run, id.toStdString(), project, settings)));
  TRY(writeHistory(file, curves, run.started > 0 ? run.started : run.created));
  if (!isOpen(run.state)) {
    const int code = run.exitCode.value_or(run.state == RunState::completed ? 0 : 1);
    TRY(file.add(18, ProtobufMessage().add(1, std::int64_t{code})));
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
