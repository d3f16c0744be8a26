// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of a few thousand points that are kept in memory: the load of a machine.
#pragma once

#include <map>
#include <mutex>

#include "gui/charts/curve_source.h"

namespace trainyard {

class PointCurves : public CurveSource {
  Q_OBJECT
 public:
  explicit PointCurves(QObject* parent = nullptr);

  void clear();
  // Points that follow those that the curve has, ascending in x.
  void append(const CurveKey& key, const std::vector<CurvePoint>& points);

  void readRun(quint64 asker, const QString& run, bool withSteps) override;
  void readCurves(quint64 asker, const QList<CurveRequest>& requests) override;
  EveryPoint everyPoint() const override;

 private:
  EveryPoint reported() const;
  struct Line {
    QString metric;
    std::vector<CurvePoint> points;
  };
  // A table may be made while points are appended.
  struct Lines {
    std::mutex mutex;
    std::map<QString, std::vector<Line>> ofRun;
    const Line* find(const CurveKey& key) const;
  };
  std::shared_ptr<Lines> m_lines;
};

}  // namespace trainyard
