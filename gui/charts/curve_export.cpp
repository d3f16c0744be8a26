// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_export.h"

#include <set>

#include "remote/values/csv_cells.h"

using namespace Qt::StringLiterals;

namespace trainyard {

std::function<QByteArray()> tableMaker(const CurveSet& set, const QList<CurveKey>& keys) {
  CurveTable table{set.unit() == CurveSet::Unit::seconds ? u"seconds"_s : u"step"_s, {}, {}};
  QHash<QString, QString> labels;
  for (const ShownRun& run : set.runs()) labels[run.run] = run.label;
  for (const CurveKey& key : keys)
    table.names << (labels.size() > 1 ? labels.value(key.run) + u' ' + key.metric : key.metric);
  return [table, keys, read = set.source()->everyPoint()]() mutable {
    for (const CurveKey& key : keys) {
      auto points = read(key);
      table.lines.push_back(points ? *std::move(points) : std::vector<CurvePoint>());
    }
    return curvesToCsv(table);
  };
}

QByteArray curvesToCsv(const CurveTable& curves) {
  std::set<double> places;
  QByteArray out = csvCell(curves.xName);
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
