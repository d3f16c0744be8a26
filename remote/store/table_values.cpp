// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/table_values.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <utility>

#include "remote/store/database.h"
#include "remote/store/loss_series.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr std::size_t mostWithoutAttempt = 10000;

}  // namespace

Result<void> TableValues::begin(const QList<Run>& runs) {
  TRY(auto asked, execute(m_connection, u"PRAGMA data_version"_s));
  const qint64 version = asked.next() ? asked.value(0).toLongLong() : 0;
  asked.finish();
  if (std::exchange(m_version, version) != version) {
    TRY(noteImports());
  }
  m_runs = runs;
  m_placesOfRuns.clear();
  m_placesOfRuns.reserve(static_cast<std::size_t>(runs.size()));
  for (const Run& run : runs) m_placesOfRuns.push_back(placeOf(run.run));
  return {};
}

std::size_t TableValues::placeOf(const QString& run) {
  const auto known = m_places.constFind(run);
  if (known != m_places.constEnd()) return *known;
  m_places.insert(run, m_imports.size());
  m_imports.push_back(0);
  return m_imports.size() - 1;
}

Result<void> TableValues::noteImports() {
  // An attempt of which only the first event is known counts, too.
  TRY(auto rows,
      execute(m_connection, u"SELECT run, sum(last_sequence + 2) FROM attempts GROUP BY run"_s));
  std::size_t numRuns = 0;
  for (; rows.next(); ++numRuns) {
    const std::size_t place = placeOf(rows.value(0).toString());
    m_imports[place] = rows.value(1).toLongLong();
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), m_connection);
  if (m_imports.size() <= 2 * numRuns + mostWithoutAttempt) return {};
  // Most runs were removed: what was kept of them goes, too.
  m_places.clear();
  m_imports.clear();
  m_kept.clear();
  return noteImports();
}

qint64 TableValues::markOf(const BesideColumn& column, std::size_t place, const Run& run) const {
  if (!column.isSetting) return m_imports[place] + 1;
  // Settings are written while a run is submitted, and once for those of an older version.
  return run.isOpen ? m_version : run.hasSettings ? -1 : -2;
}

Result<QVariantList> TableValues::of(const BesideColumn& column) {
  KeptOfRuns& kept =
      m_kept[column.isSetting ? u"setting:"_s + column.name : column.field + u':' + column.name];
  kept.resize(m_imports.size());
  QStringList missing;
  for (std::size_t i = 0; i < m_placesOfRuns.size(); ++i) {
    const std::size_t place = m_placesOfRuns[i];
    const Run& run = m_runs[static_cast<qsizetype>(i)];
    const qint64 mark = markOf(column, place, run);
    if (kept[place].mark == mark) continue;
    missing << run.run;
    kept[place] = {mark, {}};
  }
  if (const auto done = read(column, missing, kept); !done) {
    kept.clear();
    return done.error();
  }
  QVariantList values;
  values.reserve(m_runs.size());
  for (const std::size_t place : m_placesOfRuns) values << kept[place].value;
  return values;
}

Result<void> TableValues::read(const BesideColumn& column, const QStringList& runs,
                               KeptOfRuns& kept) {
  if (runs.isEmpty()) return {};
  const QString sql =
      column.isSetting
          ? u"SELECT t.run, COALESCE(t.number, t.value) FROM json_each(?) j CROSS JOIN settings t "
            "ON t.run = j.value AND t.path = ?"_s
          : u"SELECT j.value, u.%1 FROM json_each(?) j CROSS JOIN summaries u ON u.series = %2 "
            "WHERE typeof(u.%1) != 'text'"_s.arg(column.field,
                                                 seriesSql(u"j.value"_s, column.name));
  const QByteArray names =
      QJsonDocument(QJsonArray::fromStringList(runs)).toJson(QJsonDocument::Compact);
  QVariantList values{QString::fromUtf8(names)};
  if (column.isSetting || !isOwnLoss(column.name)) values << column.name;
  TRY(auto rows, execute(m_connection, sql, values));
  while (rows.next())
    if (const QVariant value = rows.value(1); !value.isNull())
      kept[placeOf(rows.value(0).toString())].value = value;
  if (rows.lastError().isValid()) return storeError(rows.lastError(), m_connection);
  return {};
}

}  // namespace trainyard
