// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_table.h"

#include <QHash>
#include <QSet>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "remote/store/run_columns.h"
#include "remote/store/run_filter.h"
#include "remote/store/stored_values.h"
#include "remote/store/store_connection.h"
#include "remote/store/table_values.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Of how many rows it is looked for what differs.
constexpr int rowsOfVarying = 200;

// Values of the keys of a query: what is sorted by, what is grouped by, then its columns.
constexpr std::size_t sortValue = 0, groupValue = 1, firstColumnValue = 2;

// The runs that were found, in the order of the statement, and their values by key: a list for each
// is made faster than one for each run.
struct FoundRuns {
  QList<TableValues::Run> runs;
  QStringList names;  // where groups are named by them
  std::vector<QVariantList> values;
};

// The keys of a query, and the columns of the table of runs among them, which come with its rows;
// the others are read afterwards.
struct TableKeys {
  QStringList keys;
  QString expressions;
  std::vector<std::size_t> places;  // of the values that are read with the row
  QVariantList values;
};

TableKeys keysOf(const RunTableQuery& query, double now) {
  TableKeys of;
  const bool canSort = besideColumn(query.sort) || columnSql(query.sort, now);
  of.keys << (canSort ? query.sort : u"created"_s) << query.group << query.columns;
  for (qsizetype i = 0; i < of.keys.size(); ++i) {
    const auto column = besideColumn(of.keys[i]) ? std::nullopt : columnSql(of.keys[i], now);
    if (!column) continue;
    of.expressions += u", "_s + column->expression;
    of.places.push_back(static_cast<std::size_t>(i));
    of.values += column->values;
  }
  return of;
}

// Of the columns that every row has.
enum FixedColumn { RunColumn, NameColumn, FlagsColumn, NumFixed };

// Numbers stand before texts; what has no value comes last in both directions.
struct SortPlace {
  enum Kind { number, text, none } kind = none;
  double amount = 0;
  QString words;
  qsizetype row = 0;

  static SortPlace of(const QVariant& value, qsizetype row) {
    if (!value.isValid()) return {none, 0, {}, row};
    if (value.typeId() == QMetaType::QString) return {text, 0, value.toString(), row};
    return {number, value.toDouble(), {}, row};
  }
  bool isBefore(const SortPlace& other) const {
    if (kind != other.kind) return kind < other.kind;
    return kind == number ? amount < other.amount : kind == text && words < other.words;
  }
};

// Places of the runs, which come with the newest first; so those with the same value stay.
std::vector<qsizetype> sortedPlaces(const QVariantList& values, bool isDescending) {
  std::vector<SortPlace> places;
  places.reserve(static_cast<std::size_t>(values.size()));
  for (qsizetype i = 0; i < values.size(); ++i) places.push_back(SortPlace::of(values[i], i));
  std::ranges::stable_sort(places, [&](const SortPlace& a, const SortPlace& b) {
    if (a.kind == SortPlace::none || b.kind == SortPlace::none) return a.kind < b.kind;
    return isDescending ? b.isBefore(a) : a.isBefore(b);
  });
  std::vector<qsizetype> rows;
  rows.reserve(places.size());
  for (const SortPlace& place : places) rows.push_back(place.row);
  return rows;
}

// A study goes by the name of its experiment; a file by its last part.
QString titleOf(const QString& groupColumn, const QString& group, const QString& name) {
  if (groupColumn == "study"_L1) return group.isEmpty() ? QString() : name;
  if (groupColumn == "experiment"_L1) return group.section(u'/', -1);
  if (groupColumn.startsWith("setting:"_L1))
    return group.isEmpty() ? QString()
                           : groupColumn.section(u'.', -1).section(u':', -1) + u' ' + group;
  return group;
}

// The values of a run in the columns of a query.
QVariantList columnValues(const FoundRuns& found, qsizetype run) {
  QVariantList values;
  values.reserve(static_cast<qsizetype>(found.values.size() - firstColumnValue));
  for (std::size_t key = firstColumnValue; key < found.values.size(); ++key)
    values << found.values[key][run];
  return values;
}

void noteBest(RunTableGroup& group, const QVariant& found, bool isMore) {
  if (!found.isValid()) return;
  const double value = found.toDouble(), best = group.best.toDouble();
  if (!group.best.isValid() || (isMore ? value > best : value < best)) group.best = value;
}

// The group of the runs without a value of what is grouped by.
void moveToEnd(int place, RunTable& table, QList<QList<RunTableRow>>& rows) {
  table.groups.append(table.groups.takeAt(place));
  rows.append(rows.takeAt(place));
  for (int at = 0; at < rows.size(); ++at)
    for (RunTableRow& row : rows[at]) row.group = at;
}

RunTable groupedTable(const RunTableQuery& query, const FoundRuns& found,
                      const QHash<QString, QStringList>& tasksOfRun) {
  RunTable table;
  QHash<QString, int> places;
  QList<QList<RunTableRow>> rows;
  const auto best = std::ranges::find_if(
      query.columns, [](const QString& key) { return key.startsWith("best:"_L1); });
  const auto bestAt = best == query.columns.end() ? -1 : best - query.columns.begin();
  const bool isMore = bestAt >= 0 && metricImproves(best->mid(5));
  const bool isGrouped = !query.group.isEmpty();
  for (const qsizetype run : sortedPlaces(found.values[sortValue], query.descending)) {
    const QString group = isGrouped ? found.values[groupValue][run].toString() : QString();
    const auto place = isGrouped || rows.isEmpty() ? places.constFind(group) : places.constBegin();
    const int at = place == places.constEnd() ? static_cast<int>(rows.size()) : *place;
    if (place == places.constEnd()) {
      places.insert(group, at);
      rows.append(QList<RunTableRow>());
      table.groups.append({group, titleOf(query.group, group, found.names[run]), 0, {}, {}});
    }
    RunTableGroup& about = table.groups[at];
    ++about.runs;
    QVariantList values = columnValues(found, run);
    if (bestAt >= 0) noteBest(about, values[bestAt], isMore);
    const QString& name = found.runs[run].run;
    rows[at].append({name, at, std::move(values)});
    if (const auto tasks = tasksOfRun.constFind(name); tasks != tasksOfRun.constEnd())
      for (const QString& task : *tasks) rows[at].append({task, at, {}});
  }
  if (const auto place = places.find(QString()); place != places.end() && rows.size() > 1)
    moveToEnd(*place, table, rows);
  if (rows.size() == 1)
    table.rows = std::move(rows.front());
  else
    for (QList<RunTableRow>& of : rows) table.rows += std::move(of);
  return table;
}

bool saysHowItTrains(const QString& path) {
  static const QSet<QString> names{u"name"_s,
                                   u"notes"_s,
                                   u"tags"_s,
                                   u"project"_s,
                                   u"format"_s,
                                   u"data.train"_s,
                                   u"data.validation"_s,
                                   u"code.folder"_s,
                                   u"code.exclude"_s,
                                   u"resources.after"_s};
  return !names.contains(path);
}

// Of some settings of some runs those that are not the same in all of them, those with most values
// first.
QStringList varyingOf(const QHash<QString, QStringList>& values, qsizetype numRuns) {
  QHash<QString, qsizetype> distinct;
  QStringList paths;
  for (auto path = values.keyBegin(); path != values.keyEnd(); ++path) {
    const QStringList& all = values[*path];
    distinct[*path] = QSet<QString>(all.begin(), all.end()).size();
    if (distinct[*path] > 1 || all.size() < numRuns) paths << *path;
  }
  std::ranges::sort(paths, [&](const QString& a, const QString& b) {
    const auto left = distinct[a], right = distinct[b];
    return left != right ? left > right : a < b;
  });
  return paths;
}

Result<FoundRuns> findRuns(StoreConnection& connection, const RunTableQuery& query,
                           const RunFilterSql& filter, const TableKeys& keys) {
  const QString archived = query.archived || filter.asksArchived ? u"1"_s : u"r.is_archived = 0"_s;
  ColumnSql project{u"1"_s, {}};
  if (query.project) {
    project = projectCondition(*query.project);
    project.expression += u" OR r.is_pinned = 1"_s;  // a baseline is one for all projects
  }
  FoundRuns found;
  found.values.resize(static_cast<std::size_t>(keys.keys.size()));
  TRY(auto rows,
      execute(connection.name(),
              u"SELECT r.run, %4, (r.state IN ('preparing', 'waiting', 'running')) + 2 * "
              "(r.has_settings != 0)%1 FROM runs r WHERE r.parent IS NULL AND %2 AND %3 AND (%5) "
              "ORDER BY r.created DESC, r.run"_s.arg(
                  keys.expressions, archived, filter.condition,
                  query.group == "study"_L1 ? u"r.name"_s : u"NULL"_s, project.expression),
              keys.values + filter.values + project.values));
  while (rows.next()) {
    const int flags = rows.value(FlagsColumn).toInt();
    found.runs.append({rows.value(RunColumn).toString(), (flags & 1) != 0, (flags & 2) != 0});
    found.names << rows.value(NameColumn).toString();
    for (std::size_t i = 0; i < keys.places.size(); ++i) {
      QVariant value = rows.value(NumFixed + static_cast<int>(i));
      found.values[keys.places[i]] << (value.isNull() ? QVariant() : std::move(value));
    }
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), connection.path());
  return found;
}

Result<QHash<QString, QStringList>> tasksOfRuns(StoreConnection& connection) {
  QHash<QString, QStringList> tasks;
  TRY(const auto found,
      connection.select(
          u"SELECT run, parent FROM runs WHERE parent IS NOT NULL ORDER BY parent, array_index"_s,
          {}, [](const QSqlQuery& row) {
            return std::pair(row.value(1).toString(), row.value(0).toString());
          }));
  for (const auto& [parent, task] : found) tasks[parent] << task;
  return tasks;
}

// The first rows, with the conditions that select their runs.
struct FirstRows {
  QHash<QString, int> groupOf;
  QVariantList runs;
  QString marks;  // a ? for each

  explicit FirstRows(const RunTable& table) {
    for (const RunTableRow& row : table.rows.mid(0, rowsOfVarying)) {
      groupOf.insert(row.run, row.group);
      runs << row.run;
    }
    marks = QStringList(runs.size(), u"?"_s).join(u',');
  }
};

// Of the runs those that have settings.
Result<QStringList> runsWithSettings(StoreConnection& connection, const FirstRows& rows) {
  return connection.select(
      u"SELECT r.run FROM runs r WHERE r.run IN (%1) AND EXISTS(SELECT 1 FROM settings t WHERE "
      "t.run = r.run)"_s.arg(rows.marks),
      rows.runs, [](const QSqlQuery& row) { return row.value(0).toString(); });
}

// The paths of settings, which the table gets, that are not the same in all runs.
Result<QVariantList> differingPaths(StoreConnection& connection, const FirstRows& rows,
                                    qsizetype numRuns, RunTable& table) {
  QVariantList differing;
  TRY(table.settings,
      connection.select(
          u"SELECT path, min(value) = max(value) AND count(*) = ? FROM settings WHERE run IN (%1) "
          "GROUP BY path"_s.arg(rows.marks),
          QVariantList{numRuns} + rows.runs, [&](const QSqlQuery& row) {
            const QString path = row.value(0).toString();
            if (!row.value(1).toBool() && saysHowItTrains(path)) differing << path;
            return path;
          }));
  table.settings.sort();
  return differing;
}

}  // namespace

RunTables::RunTables(StoreConnection& connection) : m_connection(connection) {}

RunTables::~RunTables() = default;

Result<RunTable> RunTables::read(const RunTableQuery& query) {
  TRY(const bool begun, m_connection.isBegun());
  if (!begun) return RunTable();
  // What several statements read belongs together.
  TRY(execute(m_connection.name(), u"BEGIN"_s));
  auto table = readTable(query);
  TRY(execute(m_connection.name(), u"COMMIT"_s));
  return table;
}

Result<RunTable> RunTables::readTable(const RunTableQuery& query) {
  const double now = unix_time();
  TRY(const RunFilterSql filter, runFilterSql(query.filter, now));
  const TableKeys keys = keysOf(query, now);
  TRY(FoundRuns found, findRuns(m_connection, query, filter, keys));
  if (!m_values) m_values = std::make_unique<TableValues>(m_connection.name());
  TRY(m_values->begin(found.runs));
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    if (const auto column = besideColumn(keys.keys[static_cast<qsizetype>(i)])) {
      TRY(found.values[i], m_values->of(*column));
    }
    found.values[i].resize(found.runs.size());  // keys that are not known
  }
  TRY(const auto tasks, tasksOfRuns(m_connection));
  RunTable table = groupedTable(query, found, tasks);
  TRY(noteVarying(table));
  // Both counts are of an index.
  TRY(const auto total,
      m_connection.select(u"SELECT (SELECT count(*) FROM runs) - (SELECT count(*) FROM runs "
                          "WHERE parent IS NOT NULL)"_s,
                          {}, [](const QSqlQuery& row) { return row.value(0).toInt(); }));
  table.total = total.value(0);
  TRY(table.projects,
      m_connection.select(u"SELECT COALESCE(project, ''), sum(is_archived = 0), sum(is_archived) "
                          "FROM runs WHERE parent IS NULL GROUP BY 1 ORDER BY 1"_s,
                          {}, [](const QSqlQuery& row) {
                            return ProjectRuns{row.value(0).toString(), row.value(1).toInt(),
                                               row.value(2).toInt()};
                          }));
  return table;
}

// What the first rows have and in what they differ, all of them and those of each group: of all
// rows it would take longer than the table itself.
Result<void> RunTables::noteVarying(RunTable& table) {
  const FirstRows first(table);
  if (first.runs.isEmpty()) return {};
  TRY(table.metrics,
      m_connection.select(
          u"SELECT name, loss FROM series WHERE run IN (%1) GROUP BY name ORDER BY %2"_s.arg(
              first.marks, QLatin1String(metricOrder)),
          first.runs, [](const QSqlQuery& row) { return row.value(0).toString(); }));
  TRY(const QStringList known, runsWithSettings(m_connection, first));
  TRY(const QVariantList differing, differingPaths(m_connection, first, known.size(), table));
  QHash<int, qsizetype> knownOf;
  for (const QString& run : known) ++knownOf[first.groupOf.value(run)];
  QHash<QString, QStringList> all;
  QHash<int, QHash<QString, QStringList>> perGroup;
  // What differs in a group differs in all.
  TRY(auto rows,
      execute(m_connection.name(),
              u"SELECT run, path, value FROM settings WHERE run IN (%1) AND path IN (%2)"_s.arg(
                  first.marks, QStringList(differing.size(), u"?"_s).join(u',')),
              first.runs + differing));
  while (rows.next()) {
    const QString path = rows.value(1).toString(), value = rows.value(2).toString();
    all[path] << value;
    perGroup[first.groupOf.value(rows.value(0).toString())][path] << value;
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), m_connection.path());
  for (auto group = perGroup.keyBegin(); group != perGroup.keyEnd(); ++group)
    table.groups[*group].varying = varyingOf(perGroup[*group], knownOf[*group]).mid(0, 3);
  table.varying = varyingOf(all, known.size());
  return {};
}

}  // namespace trainyard
