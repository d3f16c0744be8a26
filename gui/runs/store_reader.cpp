// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/store_reader.h"

#include <QDir>
#include <QFileInfo>
#include <utility>

#include "gui/targets/error_text.h"

namespace trainyard {

class StoreReader::Worker : public QObject {
 public:
  Worker(StoreReader* owner, QString path) : m_owner(owner), m_path(std::move(path)) {}

  void readAll() {
    if (auto runs = take(store().runs())) emit m_owner->runsRead(*runs);
  }

  void readSome(const QStringList& names) {
    QList<RunRecord> found;
    QStringList gone;
    for (const QString& name : names) {
      auto run = store().run(name);
      if (run)
        found << *run;
      else if (run.error().kind == ErrorKind::not_found)
        gone << name;
      else
        report(run.error());
    }
    emit m_owner->someRead(found, gone);
  }

  void readDetail(const QString& run, Extent extent) {
    const bool whole = extent == Extent::whole || run != m_run;
    if (whole) m_cursors.clear();
    m_run = run;
    RunDetail detail;
    detail.complete = whole;
    if (!readCurves(detail)) return;
    if (auto messages = take(store().messages(run))) detail.messages = *messages;
    if (auto checkpoints = take(store().checkpoints(run)))
      detail.checkpoints = kept(detail.record, *checkpoints);
    if (auto systems = take(store().systems(run, maxSamples))) detail.systems = *systems;
    emit m_owner->detailRead(detail);
  }

  void readCurves(const QString& run) {
    RunDetail detail;
    detail.complete = false;
    if (run == m_run) readCurves(detail);
    emit m_owner->curvesRead(detail);  // also without news, since the answer is awaited
  }

 private:
  struct Cursor {
    int attempt = 0;
    qint64 sequence = -1;
    qint64 counted = 0;  // in the summary that was read before
  };
  static constexpr int maxSamples = 2000;

  // False: the run was removed meanwhile, which the list shows.
  bool readCurves(RunDetail& detail) {
    auto record = store().run(m_run);
    if (!record) return false;
    detail.record = *record;
    if (auto attempts = take(store().attempts(m_run))) detail.attempts = *attempts;
    if (auto metrics = take(store().metrics(m_run)))
      for (const MetricSummary& metric : *metrics) readMetric(metric, detail);
    return true;
  }

  RunStore& store() {
    if (!m_store)
      m_store = std::make_unique<RunStore>(m_path);  // bound to the thread that creates it
    return *m_store;
  }

  // Old ones are deleted as new ones are written, without an event: on this computer the files can
  // be checked.
  static QList<CheckpointRecord> kept(const RunRecord& run, QList<CheckpointRecord> checkpoints) {
    if (run.target == QLatin1String("here"))
      checkpoints.removeIf([&](const CheckpointRecord& checkpoint) {
        return !QFileInfo::exists(QDir(run.folder).filePath(checkpoint.path));
      });
    return checkpoints;
  }

  void readMetric(const MetricSummary& metric, RunDetail& detail) {
    // A point of an older step that comes late is not the last one of the summary, but counted.
    Cursor& cursor = m_cursors[metric.name];
    if (std::exchange(cursor.counted, metric.points) == metric.points) return;
    auto points =
        cursor.attempt == 0
            ? take(store().series(m_run, metric.name, RunStore::Superseded::include))
            : take(store().seriesAfter(m_run, metric.name, cursor.attempt, cursor.sequence));
    if (!points || points->isEmpty()) return;
    cursor.attempt = points->last().attempt;
    cursor.sequence = points->last().sequence;
    detail.metrics.push_back({metric.name, std::move(*points)});
  }

  template <class T>
  std::optional<T> take(Result<T> result) {
    if (result) return std::move(*result);
    report(result.error());
    return std::nullopt;
  }

  // A store of an older version is being updated by the service; the request is repeated once
  // connected.
  void report(const Error& error) {
    if (error.code != "store.older") emit m_owner->failed(errorText(error));
  }

  StoreReader* m_owner;
  QString m_path;
  std::unique_ptr<RunStore> m_store;
  QString m_run;
  QHash<QString, Cursor> m_cursors;
};

StoreReader::StoreReader(const QString& storePath, QObject* parent)
    : QObject(parent), m_worker(new Worker(this, storePath)) {
  qRegisterMetaType<RunDetail>();
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.setObjectName(QStringLiteral("store reader"));
  m_thread.start();
}

StoreReader::~StoreReader() {
  m_thread.quit();
  m_thread.wait();
}

void StoreReader::requestRuns() {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker] { worker->readAll(); }, Qt::QueuedConnection);
}

void StoreReader::requestRuns(const QStringList& runs) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, runs] { worker->readSome(runs); }, Qt::QueuedConnection);
}

void StoreReader::requestDetail(const QString& run, Extent extent) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run, extent] { worker->readDetail(run, extent); },
      Qt::QueuedConnection);
}

void StoreReader::requestCurves(const QString& run) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run] { worker->readCurves(run); }, Qt::QueuedConnection);
}

}  // namespace trainyard
