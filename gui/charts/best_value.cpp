// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/best_value.h"

#include <QStringList>
#include <algorithm>

#include "remote/store/run_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {

std::optional<BetterValue> betterValue(const QString& metric) {
  const qsizetype slash = metric.lastIndexOf(u'/');
  const QString group = metric.left(std::max<qsizetype>(slash, 0)), name = metric.mid(slash + 1);
  const QStringList judged{u"eval"_s, u"val"_s, u"validation"_s, u"valid"_s, u"test"_s};
  if (!judged.contains(group.section(u'/', 0, 0))) return std::nullopt;
  const auto hasPart = [&](const QStringList& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const QString& part) { return name.contains(part); });
  };
  if (hasPart({u"loss"_s, u"perplexity"_s, u"mse"_s, u"mae"_s, u"error"_s, u"brier"_s}))
    return BetterValue::lower;
  if (metricImproves(metric)) return BetterValue::higher;
  return std::nullopt;
}

std::optional<CurveSpot> bestSpot(const QString& metric, const CurveBlock& whole) {
  const auto better = betterValue(metric);
  if (!better || whole.finite == 0) return std::nullopt;
  return better == BetterValue::lower ? whole.lowest : whole.highest;
}

}  // namespace trainyard
