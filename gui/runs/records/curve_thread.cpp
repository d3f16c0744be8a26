// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/curve_thread.h"

#include <algorithm>
#include <utility>

#include "gui/charts/column_reader.h"
#include "gui/charts/derived_curve.h"
#include "gui/runs/records/store_worker.h"

namespace trainyard {
namespace {

constexpr int maxStepPlaces = 1024;

Result<std::vector<CurvePoint>> everyReportedPoint(RunStore& store, const CurveKey& key) {
  TRY(const auto spots, store.curves().values(key.run, key.metric));
  std::vector<CurvePoint> points;
  points.reserve(spots.size());
  for (const CurveSpot& spot : spots) points.push_back({spot.x, spot.y});
  return points;
}

StepTable stepsOf(RunStore& store, const QString& run) {
  const auto places = store.curves().stepPlaces(run, maxStepPlaces);
  return places ? StepTable(*places) : StepTable();
}

}  // namespace

class CurveThread::Worker : public StoreWorker {
 public:
  Worker(CurveThread* thread, CurveSource* owner, QString path)
      : StoreWorker(std::move(path),
                    [thread](const QString& sentence) { emit thread->failed(sentence); }),
        m_owner(owner),
        m_derived({[this](const CurveKey& key) { return everyReportedPoint(store(), key); },
                   [this](const QString& run) { return stepsOf(store(), run); },
                   [this](const CurveKey& key) {
                     return readWholeCurve(store(), key.run, key.metric, nullptr);
                   }}) {}

  void readRun(quint64 asker, const QString& run, bool withSteps) {
    CurvesOfRun found;
    found.run = run;
    if (const auto metrics = take(store().metrics(run)))
      for (const MetricSummary& metric : *metrics)
        found.metrics.append({metric.name, metric.points});
    m_derived.setPoints(run, found.metrics);
    if (const auto attempts = take(store().attempts(run)))
      for (const AttemptRecord& attempt : *attempts)
        if (attempt.attempt > 1 && attempt.resumeStep > 0)
          found.resumes.append({attempt.attempt, static_cast<double>(attempt.resumeStep)});
    if (withSteps)
      if (const auto places = take(store().curves().stepPlaces(run, maxStepPlaces)))
        found.steps = StepTable(*places);
    emit m_owner->runRead(asker, found);
  }

  void readCurves(quint64 asker, const QList<CurveRequest>& requests) {
    for (const CurveRequest& request : requests) {
      if (isStopped()) return;
      if (isDerived(request.key.metric)) {
        emit m_owner->curveRead(asker, m_derived.answer(request));
        continue;
      }
      const auto& [run, metric] = request.key;
      auto curve = take(request.range ? readCurveRange(store(), run, metric, *request.known,
                                                       *request.range, request.width)
                                      : readWholeCurve(store(), run, metric, request.known.get()));
      CurveAnswer answer{request.key, request.range.has_value(), nullptr};
      if (curve) answer.curve = std::make_shared<const ColumnCurve>(*std::move(curve));
      emit m_owner->curveRead(asker, answer);
    }
    emit m_owner->curvesRead(asker);
  }

 private:
  CurveSource* m_owner;
  DerivedCurves m_derived;
};

CurveThread::CurveThread(CurveSource* owner, const QString& storePath)
    : m_worker(new Worker(this, owner, storePath)),
      m_thread(m_worker, QStringLiteral("curve reader")) {
  qRegisterMetaType<CurvesOfRun>();
  qRegisterMetaType<CurveAnswer>();
}

CurveThread::~CurveThread() = default;

void CurveThread::readRun(quint64 asker, const QString& run, bool withSteps) {
  QMetaObject::invokeMethod(
      m_worker,
      [worker = m_worker, asker, run, withSteps] { worker->readRun(asker, run, withSteps); },
      Qt::QueuedConnection);
}

void CurveThread::readCurves(quint64 asker, const QList<CurveRequest>& requests) {
  QMetaObject::invokeMethod(
      m_worker, [worker = m_worker, asker, requests] { worker->readCurves(asker, requests); },
      Qt::QueuedConnection);
}

CurveSource::EveryPoint CurveThread::everyPointOf(const QString& storePath) {
  return everyPointWithDerived(
      {[storePath](const CurveKey& key) -> Result<std::vector<CurvePoint>> {
         RunStore store(storePath);
         return everyReportedPoint(store, key);
       },
       [storePath](const QString& run) {
         RunStore store(storePath);
         return stepsOf(store, run);
       }});
}

}  // namespace trainyard
