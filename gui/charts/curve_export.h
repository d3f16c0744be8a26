// SPDX-License-Identifier: GPL-3.0-or-later
// Exports curves as a table for other programs: always all points, not only what is visible.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <vector>

#include "gui/charts/curves_model.h"

namespace trainyard {

// A copy of lines as they are now, so that the table can be created while new points arrive.
struct CurveLines {
  CurvesModel::Along along = CurvesModel::Along::steps;
  QStringList names;
  std::vector<std::vector<CurvePoint>> lines;  // one per name
};

// Metrics that do not exist are omitted.
CurveLines linesOf(const CurvesModel& curves, const QStringList& names);

// "step,train/loss,eval/loss" (or "seconds" if x is in seconds): one row per x in any of the lines,
// empty where a metric has no point. Numbers are in the shortest form that round-trips.
QByteArray curvesToCsv(const CurveLines& lines);

// A number in the shortest form that round-trips, and a text, quoted if necessary.
QByteArray csvNumber(double value);
QByteArray csvCell(const QString& text);

}  // namespace trainyard
