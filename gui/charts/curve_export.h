// SPDX-License-Identifier: GPL-3.0-or-later
// Curves as a table for other programs: always all points, never what the screen shows.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <vector>

#include "gui/charts/curves_model.h"

namespace trainyard {

// A copy of lines as they are now, so that the table can be made while new points arrive.
struct CurveLines {
  CurvesModel::Along along = CurvesModel::Along::steps;
  QStringList names;
  std::vector<std::vector<CurvePoint>> lines;  // one for each name
};

// Metrics that are not there are left out.
CurveLines linesOf(const CurvesModel& curves, const QStringList& names);

// "step,train/loss,eval/loss" ("seconds" where x counts these): one row per x of the union of the
// lines, empty where a metric has no point. Numbers are as short as they can be read back exactly.
QByteArray curvesToCsv(const CurveLines& lines);

// A number as short as it can be read back exactly, and a text between quotes where it needs them.
QByteArray csvNumber(double value);
QByteArray csvCell(const QString& text);

}  // namespace trainyard
