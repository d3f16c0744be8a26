// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/table_reader.h"

#include <memory>

#include "engine/contract/run/metric_meaning.h"
#include "gui/targets/error_text.h"

namespace trainyard {
namespace {

constexpr int reportColumns = 600;

// Lowest and highest of each column in the order of their steps: what a line through all points
// would show.
QList<QPointF> lineOf(const Curve& curve) {
  QList<QPointF> line;
  for (const CurveBlock& column : curve.columns) {
    if (column.finite <= 0) continue;
    const bool lowFirst = column.lowest.x <= column.highest.x;
    const CurveSpot &a = lowFirst ? column.lowest : column.highest,
                    &b = lowFirst ? column.highest : column.lowest;
    line << QPointF(a.x, a.y);
    if (b.x != a.x) line << QPointF(b.x, b.y);
  }
  return line;
}

constexpr int comparedColumns = 500;  // enough to tell a curve from its noise

}  // namespace

class TableReader::Worker : public QObject {
 public:
  Worker(TableReader* owner, QString path) : m_owner(owner), m_path(std::move(path)) {}

  void readTable(const RunTableQuery& query) {
    auto table = store().tables().read(query);
    if (table) return void(emit m_owner->tableRead(*table));
    // A store of an older version is being updated by the service; it is read again then.
    emit m_owner->tableRefused(
        table.error().code == "store.older" ? QString() : errorText(table.error()),
        table.error().kind == ErrorKind::invalid);
  }

  void readSpark(const QString& run, const QString& metric, int points) {
    const auto curve = store().curves().curve(run, metric, std::nullopt, points);
    emit m_owner->sparkRead(run, metric, curve ? lineOf(*curve) : QList<QPointF>());
  }

  QList<ComparedRun> compared(const QStringList& names) {
    QList<ComparedRun> runs;
    for (const QString& name : names) {
      auto record = store().run(name);
      if (!record) continue;
      ComparedRun run;
      run.record = *record;
      if (auto settings = store().settings(name)) run.settings = *settings;
      if (auto metrics = store().metrics(name))
        for (const MetricSummary& metric : *metrics) addCurve(run, metric.name);
      addEnvironment(run);
      runs << run;
    }
    return runs;
  }

  void readLeader(const QString& group, const QStringList& names, const QString& metric) {
    QList<ComparedRun> runs;
    for (const QString& name : names) {
      ComparedRun run;
      run.record.run = name;
      addCurve(run, metric);
      runs << run;
    }
    const Comparison comparison(runs);
    std::optional<Leader> leader;
    if (const auto first = comparison.leader())
      leader = {runs[*first].record.run, *comparison.decisiveOf(*first, metric)};
    emit m_owner->leaderRead(group, leader);
  }

  void readReport(const QStringList& names) {
    const QList<ComparedRun> runs = compared(names);
    ReportCurves curves;
    const Comparison comparison(runs);
    for (const QString& metric : comparison.metrics())
      for (const ComparedRun& run : comparison.runs()) {
        const auto curve = store().curves().curve(run.record.run, run.ownName(metric), std::nullopt,
                                                  reportColumns);
        curves[metric] << (curve ? lineOf(*curve) : QList<QPointF>());
      }
    emit m_owner->reportRead(runs, curves);
  }

 private:
  void addEnvironment(ComparedRun& run) {
    const auto attempts = store().attempts(run.record.run);
    if (attempts && !attempts->isEmpty()) run.attempt = attempts->last();
    const auto systems = store().systems(run.record.run, 1);
    if (systems && !systems->isEmpty())
      for (const DeviceRecord& device : systems->last().devices) run.gpus << device.name;
  }

  void addCurve(ComparedRun& run, const QString& metric) {
    const auto curve =
        store().curves().curve(run.record.run, metric, std::nullopt, comparedColumns);
    if (!curve || curve->whole.counted() == 0) return;
    run.metrics.insert(metric, curve->whole);
    const MetricMeaning meaning = metric_meaning(metric.toStdString());
    if (meaning.better == BetterValue::unknown || meaning.is_performance) return;
    NoisyCurve& thinned = run.curves[metric];
    for (const CurveBlock& column : curve->columns) {
      if (column.finite <= 0) continue;
      thinned.steps.push_back((column.first.x + column.last.x) / 2);
      thinned.values.push_back(column.sum / column.finite);
    }
  }

  RunStore& store() {
    if (!m_store) m_store = std::make_unique<RunStore>(m_path);  // bound to this thread
    return *m_store;
  }

  TableReader* m_owner;
  QString m_path;
  std::unique_ptr<RunStore> m_store;
};

TableReader::TableReader(const QString& storePath) : m_worker(new Worker(this, storePath)) {
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.setObjectName(QStringLiteral("table reader"));
  m_thread.start();
}

TableReader::~TableReader() {
  m_thread.quit();
  m_thread.wait();
}

void TableReader::requestTable(const RunTableQuery& query) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, query] { worker->readTable(query); }, Qt::QueuedConnection);
}

void TableReader::requestSpark(const QString& run, const QString& metric, int points) {
  QMetaObject::invokeMethod(
      m_worker,
      [worker = m_worker, run, metric, points] { worker->readSpark(run, metric, points); },
      Qt::QueuedConnection);
}

void TableReader::requestComparison(const QStringList& runs) {
  QMetaObject::invokeMethod(
      m_worker, [this, worker = m_worker, runs] { emit comparisonRead(worker->compared(runs)); },
      Qt::QueuedConnection);
}

void TableReader::requestLeader(const QString& group, const QStringList& runs,
                                const QString& metric) {
  QMetaObject::invokeMethod(
      m_worker,
      [worker = m_worker, group, runs, metric] { worker->readLeader(group, runs, metric); },
      Qt::QueuedConnection);
}

void TableReader::requestReport(const QStringList& runs) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, runs] { worker->readReport(runs); }, Qt::QueuedConnection);
}

}  // namespace trainyard
