// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/point_curves.h"

#include <algorithm>

#include "gui/charts/derived_curve.h"

namespace trainyard {
namespace {

StepTable withoutTimes(const QString&) { return {}; }

}  // namespace

PointCurves::PointCurves(QObject* parent)
    : CurveSource(parent), m_lines(std::make_shared<Lines>()) {}

const PointCurves::Line* PointCurves::Lines::find(const CurveKey& key) const {
  const auto run = ofRun.find(key.run);
  if (run == ofRun.end()) return nullptr;
  const auto line = std::find_if(run->second.begin(), run->second.end(),
                                 [&](const Line& each) { return each.metric == key.metric; });
  return line == run->second.end() ? nullptr : &*line;
}

void PointCurves::clear() {
  const std::scoped_lock lock(m_lines->mutex);
  m_lines->ofRun.clear();
}

void PointCurves::append(const CurveKey& key, const std::vector<CurvePoint>& points) {
  const std::scoped_lock lock(m_lines->mutex);
  auto& lines = m_lines->ofRun[key.run];
  auto line = std::find_if(lines.begin(), lines.end(),
                           [&](const Line& each) { return each.metric == key.metric; });
  if (line == lines.end()) line = lines.insert(lines.end(), Line{key.metric, {}});
  line->points.insert(line->points.end(), points.begin(), points.end());
}

void PointCurves::readRun(quint64 asker, const QString& run, bool withSteps) {
  CurvesOfRun found;
  found.run = run;
  for (const Line& line : m_lines->ofRun[run])
    found.metrics.append({line.metric, static_cast<qint64>(line.points.size())});
  if (withSteps) found.steps.emplace();
  QMetaObject::invokeMethod(
      this, [this, asker, found] { emit runRead(asker, found); }, Qt::QueuedConnection);
}

void PointCurves::readCurves(quint64 asker, const QList<CurveRequest>& requests) {
  for (const CurveRequest& request : requests) {
    CurveAnswer answer{request.key, request.range.has_value(), nullptr};
    if (isDerived(request.key.metric))
      answer = DerivedCurves({reported(), withoutTimes}).answer(request);
    else if (const Line* line = m_lines->find(request.key))
      answer.curve = std::make_shared<const ColumnCurve>(exactCurve(line->points));
    QMetaObject::invokeMethod(
        this, [this, asker, answer] { emit curveRead(asker, answer); }, Qt::QueuedConnection);
  }
  QMetaObject::invokeMethod(this, [this, asker] { emit curvesRead(asker); }, Qt::QueuedConnection);
}

CurveSource::EveryPoint PointCurves::everyPoint() const {
  return everyPointWithDerived({reported(), withoutTimes});
}

CurveSource::EveryPoint PointCurves::reported() const {
  return [lines = m_lines](const CurveKey& key) -> Result<std::vector<CurvePoint>> {
    const std::scoped_lock lock(lines->mutex);
    const Line* line = lines->find(key);
    return line ? line->points : std::vector<CurvePoint>();
  };
}

}  // namespace trainyard
