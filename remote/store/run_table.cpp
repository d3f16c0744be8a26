// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_table.h"

#include <QHash>
#include <QSet>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "remote/store/run_columns.h"
#include "remote/store/run_filter.h"
#include "remote/store/store_select.h"
#include "remote/store/table_values.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Of how many rows it is looked for what differs.
constexpr int rowsOfVarying = 200;

// Values of the keys of a query: what is sorted by, what is grouped by, then its columns.
constexpr qsizetype sortValue = 0, groupValue = 1, firstColumnValue = 2;

struct TableRow {
  TableValues::Run run;
  QString name;  // where groups are named by it
  double created = 0;
  QVariantList values;
};

// Of the columns that every row has.
enum FixedColumn { RunColumn, NameColumn, CreatedColumn, FlagsColumn, NumFixed };

// `places`: of the values that are read with the row.
TableRow tableRowFrom(const QSqlQuery& query, const QList<qsizetype>& places, qsizetype numValues) {
  const int flags = query.value(FlagsColumn).toInt();
  TableRow row{{query.value(RunColumn).toString(), (flags & 1) != 0, (flags & 2) != 0},
               query.value(NameColumn).toString(),
               query.value(CreatedColumn).toDouble(),
               QVariantList(numValues)};
  for (qsizetype i = 0; i < places.size(); ++i)
    if (QVariant value = query.value(NumFixed + static_cast<int>(i)); !value.isNull())
      row.values[places[i]] = std::move(value);
  return row;
}

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

// Those with the same value stand as they were made, the newest first.
void sortRows(QList<TableRow>& rows, bool isDescending) {
  const auto isNewer = [](const TableRow& a, const TableRow& b) {
    return a.created != b.created ? a.created > b.created : a.run.run < b.run.run;
  };
  if (!std::ranges::is_sorted(rows, isNewer)) std::ranges::sort(rows, isNewer);
  std::vector<SortPlace> places;
  places.reserve(static_cast<std::size_t>(rows.size()));
  for (qsizetype i = 0; i < rows.size(); ++i)
    places.push_back(SortPlace::of(rows[i].values[sortValue], i));
  std::ranges::stable_sort(places, [&](const SortPlace& a, const SortPlace& b) {
    if (a.kind == SortPlace::none || b.kind == SortPlace::none) return a.kind < b.kind;
    return isDescending ? b.isBefore(a) : a.isBefore(b);
  });
  QList<TableRow> sorted;
  sorted.reserve(rows.size());
  for (const SortPlace& place : places) sorted << std::move(rows[place.row]);
  rows = std::move(sorted);
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

RunTable groupedTable(const RunTableQuery& query, const QList<TableRow>& found,
                      const QHash<QString, QStringList>& tasksOfRun) {
  RunTable table;
  QHash<QString, int> places;
  QList<QList<RunTableRow>> rows;
  const auto best = std::ranges::find_if(
      query.columns, [](const QString& key) { return key.startsWith("best:"_L1); });
  const auto bestAt = best == query.columns.end() ? -1 : best - query.columns.begin();
  const bool isMore = bestAt >= 0 && metricImproves(best->mid(5));
  for (const TableRow& row : found) {
    const QString group = row.values[groupValue].toString();
    const auto place = places.find(group);
    const int at = place == places.end() ? static_cast<int>(rows.size()) : *place;
    if (place == places.end()) {
      places.insert(group, at);
      rows.append(QList<RunTableRow>());
      table.groups.append({group, titleOf(query.group, group, row.name), 0, {}, {}});
    }
    RunTableGroup& about = table.groups[at];
    ++about.runs;
    const QVariantList values = row.values.mid(firstColumnValue);
    if (bestAt >= 0 && values[bestAt].isValid()) {
      const double value = values[bestAt].toDouble();
      if (!about.best.isValid() ||
          (isMore ? value > about.best.toDouble() : value < about.best.toDouble()))
        about.best = value;
    }
    rows[at].append({row.run.run, at, values});
    for (const QString& task : tasksOfRun.value(row.run.run)) rows[at].append({task, at, {}});
  }
  // Runs without a value of what is grouped by come last.
  if (const auto place = places.find(QString()); place != places.end() && rows.size() > 1) {
    table.groups.append(table.groups.takeAt(*place));
    rows.append(rows.takeAt(*place));
    for (int at = 0; at < rows.size(); ++at)
      for (RunTableRow& row : rows[at]) row.group = at;
  }
  for (const QList<RunTableRow>& of : rows) table.rows += of;
  return table;
}

bool saysHowItTrains(const QString& path) {
  static const QSet<QString> names{u"name"_s,        u"notes"_s,        u"tags"_s,
                                   u"format"_s,      u"data.train"_s,   u"data.validation"_s,
                                   u"code.folder"_s, u"code.exclude"_s, u"resources.after"_s};
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

}  // namespace

Result<RunTable> RunStore::table(const RunTableQuery& query) {
  TRY(const bool begun, isBegun());
  if (!begun) return RunTable();
  // What several statements read belongs together.
  TRY(execute(m_connection, u"BEGIN"_s));
  auto table = readTable(query);
  TRY(execute(m_connection, u"COMMIT"_s));
  return table;
}

Result<RunTable> RunStore::readTable(const RunTableQuery& query) {
  const double now = unix_time();
  TRY(const RunFilterSql filter, runFilterSql(query.filter, now));
  if (!m_tableValues) m_tableValues = std::make_unique<TableValues>(m_connection);
  // Columns of the table of runs itself come with its rows, the others afterwards.
  const bool canSort = besideColumn(query.sort) || columnSql(query.sort, now);
  QStringList keys{canSort ? query.sort : u"created"_s, query.group};
  keys += query.columns;
  QString expressions;
  QList<qsizetype> places;
  QVariantList values;
  for (qsizetype i = 0; i < keys.size(); ++i) {
    const auto column = besideColumn(keys[i]) ? std::nullopt : columnSql(keys[i], now);
    if (!column) continue;
    expressions += u", "_s + column->expression;
    places << i;
    values += column->values;
  }
  const QString archived = query.archived || filter.asksArchived ? u"1"_s : u"r.is_archived = 0"_s;
  TRY(QList<TableRow> found,
      select(u"SELECT r.run, %4, r.created, (r.state IN ('preparing', 'waiting', 'running')) + 2 * "
             "(r.has_settings != 0)%1 FROM runs r WHERE r.parent IS NULL AND %2 AND %3 ORDER BY "
             "r.created DESC"_s.arg(expressions, archived, filter.condition,
                                    query.group == "study"_L1 ? u"r.name"_s : u"NULL"_s),
             values + filter.values, [&, count = keys.size()](const QSqlQuery& row) {
               return tableRowFrom(row, places, count);
             }));
  QList<TableValues::Run> runs;
  runs.reserve(found.size());
  for (const TableRow& row : std::as_const(found)) runs << row.run;
  TRY(m_tableValues->begin(runs));
  for (qsizetype i = 0; i < keys.size(); ++i)
    if (const auto column = besideColumn(keys[i])) {
      TRY(const QVariantList read, m_tableValues->of(*column));
      for (qsizetype at = 0; at < found.size(); ++at) found[at].values[i] = read[at];
    }
  sortRows(found, query.descending);
  TRY(const auto tasks,
      select(
          u"SELECT run, parent FROM runs WHERE parent IS NOT NULL ORDER BY parent, array_index"_s,
          {}, [](const QSqlQuery& row) {
            return std::pair(row.value(1).toString(), row.value(0).toString());
          }));
  QHash<QString, QStringList> tasksOfRun;
  for (const auto& [parent, task] : tasks) tasksOfRun[parent] << task;
  RunTable table = groupedTable(query, found, tasksOfRun);
  TRY(noteVarying(table));
  // Both counts are of an index.
  TRY(const auto total, select(u"SELECT (SELECT count(*) FROM runs) - (SELECT count(*) FROM runs "
                               "WHERE parent IS NOT NULL)"_s,
                               {}, [](const QSqlQuery& row) { return row.value(0).toInt(); }));
  table.total = total.value(0);
  return table;
}

// What the first rows have and in what they differ, all of them and those of each group: of all
// rows it would take longer than the table itself.
Result<void> RunStore::noteVarying(RunTable& table) {
  QHash<QString, int> groupOf;
  QVariantList runs;
  for (const RunTableRow& row : table.rows) {
    if (runs.size() >= rowsOfVarying) break;
    groupOf.insert(row.run, row.group);
    runs << row.run;
  }
  if (runs.isEmpty()) return {};
  const QString marks = QStringList(runs.size(), u"?"_s).join(u',');
  TRY(table.metrics,
      select(u"SELECT DISTINCT name FROM series WHERE run IN (%1) ORDER BY name NOT LIKE '%loss', "
             "name != 'eval/loss', name != 'train/loss', name"_s.arg(marks),
             runs, [](const QSqlQuery& row) { return row.value(0).toString(); }));
  TRY(const auto known, select(u"SELECT r.run FROM runs r WHERE r.run IN (%1) AND EXISTS(SELECT 1 "
                               "FROM settings t WHERE t.run = r.run)"_s.arg(marks),
                               runs, [](const QSqlQuery& row) { return row.value(0).toString(); }));
  struct Path {
    QString name;
    bool isSame = false;
  };
  TRY(const auto paths,
      select(u"SELECT path, min(value) = max(value) AND count(*) = ? FROM settings WHERE run IN "
             "(%1) GROUP BY path"_s.arg(marks),
             QVariantList{known.size()} + runs, [](const QSqlQuery& row) {
               return Path{row.value(0).toString(), row.value(1).toBool()};
             }));
  QVariantList differing;
  for (const Path& path : paths) {
    table.settings << path.name;
    if (!path.isSame && saysHowItTrains(path.name)) differing << path.name;
  }
  table.settings.sort();
  QHash<int, qsizetype> knownOf;
  for (const QString& run : known) ++knownOf[groupOf.value(run)];
  QHash<QString, QStringList> all;
  QHash<int, QHash<QString, QStringList>> perGroup;
  // What differs in a group differs in all.
  TRY(auto rows,
      execute(m_connection,
              u"SELECT run, path, value FROM settings WHERE run IN (%1) AND path IN (%2)"_s.arg(
                  marks, QStringList(differing.size(), u"?"_s).join(u',')),
              runs + differing));
  while (rows.next()) {
    const QString path = rows.value(1).toString(), value = rows.value(2).toString();
    all[path] << value;
    perGroup[groupOf.value(rows.value(0).toString())][path] << value;
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), m_path);
  for (auto group = perGroup.keyBegin(); group != perGroup.keyEnd(); ++group)
    table.groups[*group].varying = varyingOf(perGroup[*group], knownOf[*group]).mid(0, 3);
  table.varying = varyingOf(all, known.size());
  return {};
}

}  // namespace trainyard
