// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_table.h"

#include <QHash>
#include <QSet>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "remote/store/run_columns.h"
#include "remote/store/run_filter.h"
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
    if (bestAt >= 0 && values[bestAt].isValid()) {
      const double value = values[bestAt].toDouble();
      if (!about.best.isValid() ||
          (isMore ? value > about.best.toDouble() : value < about.best.toDouble()))
        about.best = value;
    }
    const QString& name = found.runs[run].run;
    rows[at].append({name, at, std::move(values)});
    if (const auto tasks = tasksOfRun.constFind(name); tasks != tasksOfRun.constEnd())
      for (const QString& task : *tasks) rows[at].append({task, at, {}});
  }
  // Runs without a value of what is grouped by come last.
  if (const auto place = places.find(QString()); place != places.end() && rows.size() > 1) {
    table.groups.append(table.groups.takeAt(*place));
    rows.append(rows.takeAt(*place));
    for (int at = 0; at < rows.size(); ++at)
      for (RunTableRow& row : rows[at]) row.group = at;
  }
  if (rows.size() == 1)
    table.rows = std::move(rows.front());
  else
    for (QList<RunTableRow>& of : rows) table.rows += std::move(of);
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
  if (!m_values) m_values = std::make_unique<TableValues>(m_connection.name());
  // Columns of the table of runs itself come with its rows, the others afterwards.
  const bool canSort = besideColumn(query.sort) || columnSql(query.sort, now);
  QStringList keys{canSort ? query.sort : u"created"_s, query.group};
  keys += query.columns;
  QString expressions;
  std::vector<std::size_t> places;  // of the values that are read with the row
  QVariantList values;
  for (std::size_t i = 0; i < static_cast<std::size_t>(keys.size()); ++i) {
    const QString& key = keys[static_cast<qsizetype>(i)];
    const auto column = besideColumn(key) ? std::nullopt : columnSql(key, now);
    if (!column) continue;
    expressions += u", "_s + column->expression;
    places.push_back(i);
    values += column->values;
  }
  const QString archived = query.archived || filter.asksArchived ? u"1"_s : u"r.is_archived = 0"_s;
  FoundRuns found;
  found.values.resize(static_cast<std::size_t>(keys.size()));
  TRY(auto rows,
      execute(m_connection.name(),
              u"SELECT r.run, %4, (r.state IN ('preparing', 'waiting', 'running')) + 2 * "
              "(r.has_settings != 0)%1 FROM runs r WHERE r.parent IS NULL AND %2 AND %3 ORDER BY "
              "r.created DESC, r.run"_s.arg(expressions, archived, filter.condition,
                                            query.group == "study"_L1 ? u"r.name"_s : u"NULL"_s),
              values + filter.values));
  while (rows.next()) {
    const int flags = rows.value(FlagsColumn).toInt();
    found.runs.append({rows.value(RunColumn).toString(), (flags & 1) != 0, (flags & 2) != 0});
    found.names << rows.value(NameColumn).toString();
    for (std::size_t i = 0; i < places.size(); ++i) {
      QVariant value = rows.value(NumFixed + static_cast<int>(i));
      found.values[places[i]] << (value.isNull() ? QVariant() : std::move(value));
    }
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), m_connection.path());
  rows.finish();
  TRY(m_values->begin(found.runs));
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    if (const auto column = besideColumn(keys[static_cast<qsizetype>(i)])) {
      TRY(found.values[i], m_values->of(*column));
    }
    found.values[i].resize(found.runs.size());  // keys that are not known
  }
  TRY(const auto tasks,
      m_connection.select(
          u"SELECT run, parent FROM runs WHERE parent IS NOT NULL ORDER BY parent, array_index"_s,
          {}, [](const QSqlQuery& row) {
            return std::pair(row.value(1).toString(), row.value(0).toString());
          }));
  QHash<QString, QStringList> tasksOfRun;
  for (const auto& [parent, task] : tasks) tasksOfRun[parent] << task;
  RunTable table = groupedTable(query, found, tasksOfRun);
  TRY(noteVarying(table));
  // Both counts are of an index.
  TRY(const auto total,
      m_connection.select(u"SELECT (SELECT count(*) FROM runs) - (SELECT count(*) FROM runs "
                          "WHERE parent IS NOT NULL)"_s,
                          {}, [](const QSqlQuery& row) { return row.value(0).toInt(); }));
  table.total = total.value(0);
  return table;
}

// What the first rows have and in what they differ, all of them and those of each group: of all
// rows it would take longer than the table itself.
Result<void> RunTables::noteVarying(RunTable& table) {
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
      m_connection.select(
          u"SELECT DISTINCT name FROM series WHERE run IN (%1) ORDER BY name NOT LIKE '%loss', "
          "name != 'eval/loss', name != 'train/loss', name"_s.arg(marks),
          runs, [](const QSqlQuery& row) { return row.value(0).toString(); }));
  TRY(const auto known,
      m_connection.select(u"SELECT r.run FROM runs r WHERE r.run IN (%1) AND EXISTS(SELECT 1 "
                          "FROM settings t WHERE t.run = r.run)"_s.arg(marks),
                          runs, [](const QSqlQuery& row) { return row.value(0).toString(); }));
  struct Path {
    QString name;
    bool isSame = false;
  };
  TRY(const auto paths,
      m_connection.select(
          u"SELECT path, min(value) = max(value) AND count(*) = ? FROM settings WHERE run IN "
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
      execute(m_connection.name(),
              u"SELECT run, path, value FROM settings WHERE run IN (%1) AND path IN (%2)"_s.arg(
                  marks, QStringList(differing.size(), u"?"_s).join(u',')),
              runs + differing));
  while (rows.next()) {
    const QString path = rows.value(1).toString(), value = rows.value(2).toString();
    all[path] << value;
    perGroup[groupOf.value(rows.value(0).toString())][path] << value;
  }
  if (rows.lastError().isValid()) return storeError(rows.lastError(), m_connection.path());
  for (auto group = perGroup.keyBegin(); group != perGroup.keyEnd(); ++group)
    table.groups[*group].varying = varyingOf(perGroup[*group], knownOf[*group]).mid(0, 3);
  table.varying = varyingOf(all, known.size());
  return {};
}

}  // namespace trainyard
