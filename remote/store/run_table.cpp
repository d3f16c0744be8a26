// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_table.h"

#include <QHash>
#include <QSet>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "remote/store/run_columns.h"
#include "remote/store/run_filter.h"
#include "remote/store/store_select.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Of how many rows it is looked for what differs.
constexpr int rowsOfVarying = 200;

ColumnSql columnOr(const QString& key, const QString& fallback, double now) {
  return columnSql(key, now).value_or(ColumnSql{fallback, {}});
}

struct TableRow {
  QString run, parent, group, groupTitle;
  int index = 0;
  QVariantList values;
};

// A study goes by the name of its experiment; a file by its last part.
QString titleOf(const QString& groupColumn, const TableRow& row) {
  if (groupColumn == "study"_L1) return row.group.isEmpty() ? QString() : row.groupTitle;
  if (groupColumn == "experiment"_L1) return row.group.section(u'/', -1);
  if (groupColumn.startsWith("setting:"_L1))
    return row.group.isEmpty() ? QString()
                               : groupColumn.section(u'.', -1).section(u':', -1) + u' ' + row.group;
  return row.group;
}

bool saysHowItTrains(const QString& path) {
  static const QSet<QString> names{u"name"_s,        u"notes"_s,        u"tags"_s,
                                   u"format"_s,      u"data.train"_s,   u"data.validation"_s,
                                   u"code.folder"_s, u"code.exclude"_s, u"resources.after"_s};
  return !names.contains(path);
}

// Settings of these runs that are not the same in all of them, those with most values first.
QStringList varyingOf(const QList<std::pair<QString, QString>>& values, int numRuns) {
  QHash<QString, QSet<QString>> distinct;
  QHash<QString, int> counts;
  for (const auto& [path, value] : values) {
    distinct[path].insert(value);
    ++counts[path];
  }
  QStringList paths;
  for (auto path = distinct.keyBegin(); path != distinct.keyEnd(); ++path)
    if ((distinct[*path].size() > 1 || counts[*path] < numRuns) && saysHowItTrains(*path))
      paths << *path;
  std::ranges::sort(paths, [&](const QString& a, const QString& b) {
    const auto left = distinct[a].size(), right = distinct[b].size();
    return left != right ? left > right : a < b;
  });
  return paths;
}

}  // namespace

Result<RunTable> RunStore::table(const RunTableQuery& query) {
  const double now = unix_time();
  TRY(const RunFilterSql filter, runFilterSql(query.filter, now));
  const ColumnSql sort = columnOr(query.sort, u"r.created"_s, now);
  const ColumnSql group =
      query.group.isEmpty() ? ColumnSql{u"''"_s, {}} : columnOr(query.group, u"''"_s, now);
  QStringList columns;
  QVariantList values = group.values;
  for (const QString& key : query.columns) {
    const ColumnSql column = columnOr(key, u"NULL"_s, now);
    columns << u", "_s + column.expression;
    values += column.values;
  }
  values += filter.values;
  values += sort.values;
  values += sort.values;
  const QString archived = query.archived || filter.asksArchived ? u"1"_s : u"r.is_archived = 0"_s;
  const auto numColumns = query.columns.size();
  TRY(auto found,
      select(u"SELECT r.run, r.name, COALESCE(%1, '')%2 FROM runs r WHERE r.parent IS NULL AND %3 "
             "AND %4 ORDER BY %5 IS NULL, %5 %6, r.created DESC, r.run"_s.arg(
                 group.expression, columns.join(QString()), archived, filter.condition,
                 sort.expression, query.descending ? u"DESC"_s : u"ASC"_s),
             values, [numColumns](const QSqlQuery& row) {
               TableRow out;
               out.run = row.value(0).toString();
               out.groupTitle = row.value(1).toString();
               out.group = row.value(2).toString();
               for (qsizetype i = 0; i < numColumns; ++i) {
                 const QVariant value = row.value(static_cast<int>(3 + i));
                 out.values << (value.isNull() ? QVariant() : value);
               }
               return out;
             }));
  TRY(const auto tasks,
      select(
          u"SELECT run, parent FROM runs WHERE parent IS NOT NULL ORDER BY parent, array_index"_s,
          {}, [](const QSqlQuery& row) {
            return std::pair(row.value(1).toString(), row.value(0).toString());
          }));
  QHash<QString, QStringList> tasksOfRun;
  for (const auto& [parent, task] : tasks) tasksOfRun[parent] << task;
  RunTable table;
  QHash<QString, int> places;
  QList<QList<RunTableRow>> rows;
  const auto best = std::ranges::find_if(
      query.columns, [](const QString& key) { return key.startsWith("best:"_L1); });
  const auto bestAt = best == query.columns.end() ? -1 : best - query.columns.begin();
  const bool isMore = bestAt >= 0 && metricImproves(best->mid(5));
  for (const TableRow& row : found) {
    const auto place = places.find(row.group);
    const int at = place == places.end() ? static_cast<int>(rows.size()) : *place;
    if (place == places.end()) {
      places.insert(row.group, at);
      rows.append(QList<RunTableRow>());
      table.groups.append({row.group, titleOf(query.group, row), 0, {}, {}});
    }
    RunTableGroup& about = table.groups[at];
    ++about.runs;
    if (bestAt >= 0 && row.values[bestAt].isValid()) {
      const double value = row.values[bestAt].toDouble();
      if (!about.best.isValid() ||
          (isMore ? value > about.best.toDouble() : value < about.best.toDouble()))
        about.best = value;
    }
    rows[at].append({row.run, at, row.values});
    for (const QString& task : tasksOfRun.value(row.run)) rows[at].append({task, at, {}});
  }
  // Runs without a value of what is grouped by come last.
  if (const auto place = places.find(QString()); place != places.end() && rows.size() > 1) {
    table.groups.append(table.groups.takeAt(*place));
    rows.append(rows.takeAt(*place));
    for (int at = 0; at < rows.size(); ++at)
      for (RunTableRow& row : rows[at]) row.group = at;
  }
  for (const QList<RunTableRow>& of : rows) table.rows += of;
  TRY(noteVarying(table));
  TRY(const auto total, select(u"SELECT count(*) FROM runs WHERE parent IS NULL"_s, {},
                               [](const QSqlQuery& row) { return row.value(0).toInt(); }));
  table.total = total.value(0);
  return table;
}

// What the first rows have and in what they differ, all of them and those of each group: of all
// rows it would take longer than the table itself.
Result<void> RunStore::noteVarying(RunTable& table) {
  QHash<QString, int> groupOf;
  QStringList marks;
  QVariantList runs;
  for (const RunTableRow& row : table.rows) {
    if (runs.size() >= rowsOfVarying) break;
    groupOf.insert(row.run, row.group);
    marks << u"?"_s;
    runs << row.run;
  }
  if (runs.isEmpty()) return {};
  struct Setting {
    QString run, path, value;
  };
  TRY(const auto settings,
      select(u"SELECT run, path, value FROM settings WHERE run IN (%1)"_s.arg(marks.join(u',')),
             runs, [](const QSqlQuery& row) {
               return Setting{row.value(0).toString(), row.value(1).toString(),
                              row.value(2).toString()};
             }));
  TRY(table.metrics,
      select(u"SELECT DISTINCT name FROM series WHERE run IN (%1) ORDER BY name NOT LIKE '%loss', "
             "name != 'eval/loss', name != 'train/loss', name"_s.arg(marks.join(u',')),
             runs, [](const QSqlQuery& row) { return row.value(0).toString(); }));
  QSet<QString> paths;
  for (const Setting& setting : settings) paths.insert(setting.path);
  table.settings = QStringList(paths.begin(), paths.end());
  table.settings.sort();
  QHash<int, QList<std::pair<QString, QString>>> perGroup;
  QHash<int, QSet<QString>> runsOf;
  QList<std::pair<QString, QString>> all;
  QSet<QString> known;
  for (const Setting& setting : settings) {
    const int group = groupOf.value(setting.run);
    perGroup[group].append({setting.path, setting.value});
    runsOf[group].insert(setting.run);
    all.append({setting.path, setting.value});
    known.insert(setting.run);
  }
  for (auto group = perGroup.keyBegin(); group != perGroup.keyEnd(); ++group)
    table.groups[*group].varying =
        varyingOf(perGroup[*group], static_cast<int>(runsOf[*group].size())).mid(0, 3);
  table.varying = varyingOf(all, static_cast<int>(known.size()));
  return {};
}

}  // namespace trainyard
