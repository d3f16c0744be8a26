// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/store_reader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <limits>
#include <utility>

#include "engine/contract/run/metric_meaning.h"
#include "gui/runs/records/curve_thread.h"
#include "gui/targets/error_text.h"
#include "remote/process/file_thread.h"
#include "remote/store/study_reader.h"

namespace trainyard {

namespace {

const QString evaluationLoss = QStringLiteral("eval/loss");

bool isHigherBetter(const QString& metric) {
  return metric_meaning(metric.toStdString()).better == BetterValue::higher;
}

// What is measured on held-out data: first what the experiment names, else the loss that stands for
// the run, then the others as they come.
QStringList judgingMetrics(const QStringList& names, const QString& chosen, int most) {
  const auto placeOf = [&](const QString& name) {
    return name == chosen ? -1 : loss_place(name.toStdString()).value_or(2 * first_evaluation_loss);
  };
  QStringList judging;
  for (const QString& name : names) {
    const MetricMeaning meaning = metric_meaning(name.toStdString());
    if (name == chosen || (meaning.split == MetricSplit::eval && !meaning.is_performance &&
                           meaning.better != BetterValue::unknown))
      judging << name;
  }
  std::ranges::stable_sort(judging, {}, placeOf);
  return judging.mid(0, most);
}

}  // namespace

std::optional<qint64> EvaluatedMetric::best() const {
  if (values.isEmpty()) return std::nullopt;
  auto best = values.begin();
  for (auto each = values.begin(); each != values.end(); ++each)
    if (isHigherBetter ? *each > *best : *each < *best) best = each;
  return best.key();
}

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

  void readDetail(const QString& run) {
    auto record = store().run(run);
    if (!record) return;  // removed meanwhile, which the list shows
    RunDetail detail;
    detail.record = *record;
    if (auto attempts = take(store().attempts(run))) detail.attempts = *attempts;
    detail.latest = latestPoints(run);
    if (auto messages = take(store().messages(run))) detail.messages = *messages;
    if (auto checkpoints = take(store().checkpoints(run))) {
      detail.checkpoints = kept(detail.record, *checkpoints);
      detail.written = *checkpoints;
    }
    if (auto systems = take(store().systems(run, maxSamples))) detail.systems = *systems;
    if (auto jobs = take(store().jobs(run))) detail.jobs = *jobs;
    if (auto steps = take(store().highestSteps(run))) detail.highestSteps = *steps;
    if (auto settings = take(store().settings(run))) detail.settings = *settings;
    if (!detail.written.isEmpty()) {
      detail.evaluations = evaluationsOf(run, evaluationLoss);
      detail.evaluated = evaluatedOf(run, detail.settings);
    }
    if (auto sizing = take(sizingOf(store(), detail.record))) detail.sizing = *sizing;
    detail.search = searchOf(detail.record);
    emit m_owner->detailRead(detail);
  }

  void readSettings(const QString& run) {
    if (auto settings = take(store().settings(run))) emit m_owner->settingsRead(run, *settings);
  }

 private:
  static constexpr std::chrono::seconds lookTime{1};
  static constexpr qint64 noRecord = std::numeric_limits<qint64>::max();  // comes after this one
  static constexpr int maxSamples = 2000;
  static constexpr qint64 latestEvents = 64;
  static constexpr int evaluationColumns = 2000, maxEvaluated = 3;

  RunStore& store() {
    if (!m_store)
      m_store = std::make_unique<RunStore>(m_path);  // bound to the thread that creates it
    return *m_store;
  }

  // A run of a grid belongs to a study of which nothing is recorded.
  QString searchOf(const RunRecord& run) {
    const auto records = take(store().searches().records(run.run, run.attempt, noRecord));
    if (records && records->attempt > 0) return run.run;
    return !run.study.isEmpty() && QFile::exists(StudyReader::journalPath(run.study, m_path))
               ? run.study
               : QString();
  }

  // Old ones are deleted as new ones are written, without an event: on this computer the files can
  // be checked, unless their file system hangs.
  static QList<CheckpointRecord> kept(const RunRecord& run,
                                      const QList<CheckpointRecord>& checkpoints) {
    if (run.target != QLatin1String("here") || checkpoints.isEmpty()) return checkpoints;
    std::function<QList<CheckpointRecord>()> look = [folder = run.folder, left = checkpoints]() {
      QList<CheckpointRecord> there;
      for (const CheckpointRecord& checkpoint : left)
        if (QFileInfo::exists(QDir(folder).filePath(checkpoint.path))) there << checkpoint;
      return there;
    };
    return waitInFileThread<QList<CheckpointRecord>>(run.folder, lookTime, std::move(look))
        .value_or(checkpoints);
  }

  QList<MetricPoint> latestPoints(const QString& run) {
    const auto metrics = take(store().metrics(run));
    const MetricSummary* newest = nullptr;
    for (const MetricSummary& metric : metrics.value_or(QList<MetricSummary>()))
      if (metric.last.step && (!newest || *newest->last.step < *metric.last.step)) newest = &metric;
    if (!newest) return {};
    return take(store().curves().seriesAfter(run, newest->name, newest->last.attempt,
                                             newest->last.sequence - latestEvents))
        .value_or(QList<MetricPoint>());
  }

  // In columns, since a run may evaluate often: where a column is one point, as it is unless there
  // are thousands, the step is exact.
  QMap<qint64, double> evaluationsOf(const QString& run, const QString& metric) {
    QMap<qint64, double> out;
    const auto curve = store().curves().curve(run, metric, std::nullopt, evaluationColumns);
    if (!curve) return out;
    for (const CurveBlock& column : curve->columns)
      if (column.finite == 1) out.insert(static_cast<qint64>(column.lowest.x), column.lowest.y);
    return out;
  }

  QList<EvaluatedMetric> evaluatedOf(const QString& run, const QMap<QString, QVariant>& settings) {
    QStringList names;
    for (const MetricSummary& metric : take(store().metrics(run)).value_or(QList<MetricSummary>()))
      names << metric.name;
    QList<EvaluatedMetric> out;
    for (const QString& name : judgingMetrics(
             names, settings.value(QStringLiteral("evaluation.metric")).toString(), maxEvaluated))
      out << EvaluatedMetric{name, isHigherBetter(name), evaluationsOf(run, name)};
    return out;
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
};

StoreReader::StoreReader(const QString& storePath)
    : m_path(storePath),
      m_worker(new Worker(this, storePath)),
      m_curves(std::make_unique<CurveThread>(this, storePath)) {
  qRegisterMetaType<RunDetail>();
  m_worker->moveToThread(&m_thread);
  connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
  m_thread.setObjectName(QStringLiteral("store reader"));
  m_thread.start();
  connect(m_curves.get(), &CurveThread::failed, this, &StoreReader::failed);
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

void StoreReader::requestDetail(const QString& run) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run] { worker->readDetail(run); }, Qt::QueuedConnection);
}

void StoreReader::requestSettings(const QString& run) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, run] { worker->readSettings(run); }, Qt::QueuedConnection);
}

void StoreReader::readRun(quint64 asker, const QString& run, bool withSteps) {
  m_curves->readRun(asker, run, withSteps);
}

void StoreReader::readCurves(quint64 asker, const QList<CurveRequest>& requests) {
  m_curves->readCurves(asker, requests);
}

CurveSource::EveryPoint StoreReader::everyPoint() const {
  return CurveThread::everyPointOf(m_path);
}

}  // namespace trainyard
