// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_columns.h"

#include <QMap>

#include "engine/contract/run/metric_meaning.h"
#include "remote/store/loss_series.h"
#include "remote/store/run_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// A value that is not finite is text, and stands last like none.
ColumnSql besideSql(const BesideColumn& column) {
  if (column.isSetting)
    return {
        u"(SELECT COALESCE(t.number, t.value) FROM settings t WHERE t.run = r.run AND "
        "t.path = ?)"_s,
        {column.name}};
  return {u"(SELECT u.%1 FROM summaries u WHERE u.series = %2 AND typeof(u.%1) != 'text')"_s.arg(
              column.field, seriesSql(u"r.run"_s, column.name)),
          isOwnLoss(column.name) ? QVariantList() : QVariantList{column.name}};
}

}  // namespace

bool metricImproves(const QString& metric) {
  return metric_meaning(metric.toStdString()).better == BetterValue::higher;
}

std::optional<BesideColumn> besideColumn(const QString& key) {
  if (key == "speed"_L1) return BesideColumn{false, u"value"_s, u"train/tokens_per_second"_s};
  const QString rest = key.section(u':', 1);
  if (rest.isEmpty()) return std::nullopt;
  if (key.startsWith("setting:"_L1)) return BesideColumn{true, {}, rest};
  if (key.startsWith("last:"_L1)) return BesideColumn{false, u"value"_s, rest};
  if (key.startsWith("lowest:"_L1)) return BesideColumn{false, u"minimum"_s, rest};
  if (key.startsWith("highest:"_L1)) return BesideColumn{false, u"maximum"_s, rest};
  if (key.startsWith("best:"_L1))
    return BesideColumn{false, metricImproves(rest) ? u"maximum"_s : u"minimum"_s, rest};
  return std::nullopt;
}

std::optional<ColumnSql> columnSql(const QString& key, double now) {
  static const QMap<QString, QString> plain{
      {u"name"_s, u"COALESCE(NULLIF(r.title, ''), r.name)"_s},
      {u"state"_s, u"r.state"_s},
      {u"target"_s, u"r.target"_s},
      {u"created"_s, u"r.created"_s},
      {u"started"_s, u"NULLIF(r.started, 0)"_s},
      {u"step"_s, u"r.step"_s},
      {u"progress"_s, u"CAST(r.step AS REAL) / NULLIF(r.total_steps, 0)"_s},
      {u"experiment"_s, u"NULLIF(r.source, '')"_s},
      {u"study"_s, u"r.study"_s},
      {u"tags"_s, u"NULLIF(r.tags, '[]')"_s},
      {u"note"_s, u"NULLIF(r.note, '')"_s},
      {u"project"_s, u"NULLIF(r.project, '')"_s},
      {u"workload"_s, u"r.workload"_s}};
  if (const auto found = plain.find(key); found != plain.end()) return ColumnSql{*found, {}};
  if (key == "duration"_L1)
    return ColumnSql{
        u"CASE WHEN r.started > 0 THEN (CASE WHEN r.ended > 0 THEN r.ended ELSE ? - "
        "r.clock_offset END) - r.started END"_s,
        {now}};
  if (const auto beside = besideColumn(key)) return besideSql(*beside);
  return std::nullopt;
}

}  // namespace trainyard
