#include "gui/charts/curve_export.h"

#include <cmath>
#include <set>

namespace trainyard {
namespace {

QByteArray number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return QByteArray::number(value, 'g', 17);
}

QByteArray quoted(const QString& text) {
  if (!text.contains(u',') && !text.contains(u'"') && !text.contains(u'\n')) return text.toUtf8();
  return '"' + QString(text).replace(u'"', QStringLiteral("\"\"")).toUtf8() + '"';
}

}  // namespace

QByteArray curvesToCsv(const CurvesModel& curves, const QStringList& names) {
  std::vector<const std::vector<CurvePoint>*> lines;
  std::set<double> steps;
  QByteArray out = "step";
  for (const QString& name : names) {
    const Series* series = curves.series(name);
    if (!series) continue;
    lines.push_back(&series->line());
    for (const CurvePoint& point : *lines.back()) steps.insert(point.x);
    out += ',' + quoted(name);
  }
  out += '\n';
  std::vector<std::size_t> next(lines.size(), 0);
  for (double step : steps) {
    out += number(step);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      out += ',';
      if (next[i] < lines[i]->size() && (*lines[i])[next[i]].x == step)
        out += number((*lines[i])[next[i]++].y);
    }
    out += '\n';
  }
  return out;
}

}  // namespace trainyard
