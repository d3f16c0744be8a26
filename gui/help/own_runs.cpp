// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/help/own_runs.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Columns of the query.
enum OwnColumn { ownValue, ownMetric, ownWorkload, ownModel, ownCount };

const QString judged = u"eval/loss"_s;
constexpr double manyTimes = 20;  // from the lowest value to the highest

std::optional<double> finiteOf(const QVariant& value) {
  bool isNumber = false;
  const double number = value.toDouble(&isNumber);
  return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool isOfKind(const RunTableRow& row, const RunKind& kind) {
  const QString model = row.values[ownModel].toString();
  return row.values[ownWorkload].toString() == kind.workload &&
         (model.isEmpty() || kind.model.isEmpty() || model == kind.model);
}

}  // namespace

RunTableQuery OwnRuns::query(const QString& path) {
  RunTableQuery query;
  query.columns = {u"setting:"_s + path, u"best:"_s + judged, u"workload"_s,
                   u"setting:model.kind"_s};
  return query;
}

std::optional<OwnRuns> OwnRuns::of(const RunTable& table, const QString& path,
                                   const RunKind& kind) {
  OwnRuns out{path, judged, {}};
  std::set<double> values;
  for (const RunTableRow& row : table.rows) {
    if (row.values.size() < ownCount || !isOfKind(row, kind)) continue;
    const auto value = finiteOf(row.values[ownValue]);
    const auto best = finiteOf(row.values[ownMetric]);
    if (!value || !best) continue;
    out.points << QPointF(*value, *best);
    values.insert(*value);
  }
  if (values.size() < fewestValues) return std::nullopt;
  std::ranges::stable_sort(out.points, {}, [](const QPointF& point) { return point.x(); });
  return out;
}

QPointF OwnRuns::best() const {
  const auto worse = [this](const QPointF& a, const QPointF& b) {
    return metricImproves(metric) ? a.y() > b.y() : a.y() < b.y();
  };
  return *std::ranges::min_element(points, worse);
}

bool OwnRuns::isByRatio() const {
  return points.first().x() > 0 && points.last().x() / points.first().x() >= manyTimes;
}

}  // namespace trainyard
