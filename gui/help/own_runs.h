// SPDX-License-Identifier: GPL-3.0-or-later
// What earlier runs of the same kind have come to with other values of a setting. Without widgets.
#pragma once

#include <QList>
#include <QPointF>
#include <QString>
#include <optional>

#include "remote/store/run_table.h"

namespace trainyard {

// What runs are compared with: those of other kinds say nothing of a setting.
struct RunKind {
  QString workload, model;  // empty: not known
};

struct OwnRuns {
  QString path;
  QString metric;
  QList<QPointF> points;  // the setting's value and the metric's best, by the value

  // A picture of fewer would say nothing.
  static constexpr int fewestValues = 3;

  // What the store is asked for.
  static RunTableQuery query(const QString& path);
  // Of its answer: runs of this workload and, where it is known, of this architecture. Nothing if
  // too few values have been tried.
  static std::optional<OwnRuns> of(const RunTable& table, const QString& path, const RunKind& kind);
  // The point with the best value of the metric.
  QPointF best() const;
  // Whether values are compared by their ratio.
  bool isByRatio() const;
};

}  // namespace trainyard
