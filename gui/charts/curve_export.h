// Curves as a table for other programs: always all points, never what the screen shows.
#pragma once

#include <QByteArray>
#include <QStringList>

#include "gui/charts/curves_model.h"

namespace trainyard {

// "step,train/loss,eval/loss": one row per step of the union of the metrics' lines, empty where a
// metric has no point.
QByteArray curvesToCsv(const CurvesModel& curves, const QStringList& names);

}  // namespace trainyard
