// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_export.h"

#include <QLocale>
#include <cmath>
#include <set>

namespace trainyard {

QByteArray csvNumber(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
}

QByteArray csvCell(const QString& text) {
  if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n') &&
      !text.contains(u'\r'))
    return text.toUtf8();
  return '"' + QString(text).replace(u'"', QStringLiteral("\"\"")).toUtf8() + '"';
}

CurveLines linesOf(const CurvesModel& curves, const QStringList& names) {
  CurveLines out{curves.along(), {}, {}};
  for (const QString& name : names) {
    const Series* series = curves.series(name);
    if (!series) continue;
    out.names << name;
    out.lines.push_back(series->line());
  }
  return out;
}

QByteArray curvesToCsv(const CurveLines& curves) {
  std::set<double> places;
  QByteArray out = curves.along == CurvesModel::Along::steps ? "step" : "seconds";
  for (const QString& name : curves.names) out += ',' + csvCell(name);
  out += '\n';
  for (const auto& line : curves.lines)
    for (const CurvePoint& point : line) places.insert(point.x);
  std::vector<std::size_t> next(curves.lines.size(), 0);
  for (double x : places) {
    out += csvNumber(x);
    for (std::size_t i = 0; i < curves.lines.size(); ++i) {
      out += ',';
      if (next[i] < curves.lines[i].size() && curves.lines[i][next[i]].x == x)
        out += csvNumber(curves.lines[i][next[i]++].y);
    }
    out += '\n';
  }
  return out;
}

}  // namespace trainyard
