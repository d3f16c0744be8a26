// SPDX-License-Identifier: GPL-3.0-or-later
// Exports curves as a table for other programs: always all points, not only what is drawn.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <vector>

#include "gui/charts/curve_set.h"

namespace trainyard {

struct CurveTable {
  QString xName;  // "step", "seconds"
  QStringList names;
  std::vector<std::vector<CurvePoint>> lines;  // one per name
};

// Reads and makes the table in whichever thread it is called; the set may change meanwhile. Names
// are those of the metrics, with the run's label before it if the set has several.
std::function<QByteArray()> tableMaker(const CurveSet& set, const QList<CurveKey>& keys);

// "step,train/loss,eval/loss": one row per x in any of the lines, empty where a metric has no
// point. Numbers are in the shortest form that round-trips.
QByteArray curvesToCsv(const CurveTable& table);

}  // namespace trainyard
