// SPDX-License-Identifier: GPL-3.0-or-later
// Where curves come from, without the window waiting for them: answers are signals in the thread
// that asked, in the order of the questions.
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <optional>

#include "engine/contract/result.h"
#include "gui/charts/curve_columns.h"
#include "gui/charts/step_axis.h"

namespace trainyard {

struct CurveKey {
  QString run, metric;

  bool operator==(const CurveKey&) const = default;
};
inline size_t qHash(const CurveKey& key, size_t seed = 0) {
  return qHashMulti(seed, key.run, key.metric);
}

// What plots need to know of a run besides its curves.
struct CurvesOfRun {
  struct Metric {
    QString name;
    qint64 points = 0;  // changes with the curve
  };
  struct Resume {
    int attempt = 0;
    double step = 0;
  };
  QString run;
  QList<Metric> metrics;           // losses first
  QList<Resume> resumes;           // where a later attempt took over
  std::optional<StepTable> steps;  // if asked for
};

struct CurveRequest {
  CurveKey key;
  // Without a range the whole curve, from what is `known` of it on; otherwise a part of it in
  // columns of at most `width`.
  ColumnCurvePtr known;
  std::optional<XRange> range;
  double width = 1;
};

struct CurveAnswer {
  CurveKey key;
  bool isPart = false;
  ColumnCurvePtr curve;  // null if it could not be read
};

class CurveSource : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // `asker` comes back with the answers, as several ask the same source.
  virtual void readRun(quint64 asker, const QString& run, bool withSteps) = 0;
  virtual void readCurves(quint64 asker, const QList<CurveRequest>& requests) = 0;
  // Reads all points of a curve, for a table; may be called in any thread.
  using EveryPoint = std::function<Result<std::vector<CurvePoint>>(const CurveKey&)>;
  virtual EveryPoint everyPoint() const = 0;

 signals:
  // Without metrics if the run does not exist.
  void runRead(quint64 asker, const trainyard::CurvesOfRun& run);
  void curveRead(quint64 asker, const trainyard::CurveAnswer& answer);
  // All curves of a request were answered.
  void curvesRead(quint64 asker);
};

}  // namespace trainyard
