// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/foreign_database.h"

#include <algorithm>

#include <QSqlDatabase>
#include <QSqlError>
#include <QStringList>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/process/waiter.h"

namespace trainyard {

std::string cellText(const QSqlQuery& row, int column) {
  const QVariant cell = row.value(column);
  return cell.typeId() == QMetaType::QByteArray ? cell.toByteArray().toStdString()
                                                : cell.toString().toStdString();
}

std::optional<std::int64_t> cellInteger(const QSqlQuery& row, int column) {
  const QVariant cell = row.value(column);
  if (cell.isNull() || cell.typeId() != QMetaType::LongLong) return std::nullopt;
  return cell.toLongLong();
}

std::optional<double> cellNumber(const QSqlQuery& row, int column) {
  const QVariant cell = row.value(column);
  const bool isNumber = cell.typeId() == QMetaType::Double || cell.typeId() == QMetaType::LongLong;
  return isNumber && !cell.isNull() ? std::optional(cell.toDouble()) : std::nullopt;
}

ForeignDatabase::ForeignDatabase(const DatabaseCopy& copy, std::stop_token stop)
    : m_connection(QUuid::createUuid().toString()), m_path(copy.path()), m_stop(std::move(stop)) {
  QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
  database.setDatabaseName(m_path);
  database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
  if (!database.open()) return;  // the first query says why
  for (const char* setting : {"PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON",
                              "PRAGMA mmap_size = 0", "PRAGMA query_only = ON"})
    QSqlQuery(database).exec(QLatin1String(setting));
}

ForeignDatabase::~ForeignDatabase() { QSqlDatabase::removeDatabase(m_connection); }

Result<void> ForeignDatabase::each(const QString& sql, const QVariantList& values,
                                   const OnRow& take) {
  QSqlQuery query(QSqlDatabase::database(m_connection, false));
  query.setForwardOnly(true);
  bool isDone = query.prepare(sql);
  for (const QVariant& value : values) query.addBindValue(value);
  isDone = isDone && query.exec();
  for (qint64 rows = 0; isDone && rows < mostRows && query.next(); ++rows) {
    if (m_stop.stop_requested()) return cancelledError();
    take(query);
  }
  if (!isDone || query.lastError().isValid())
    return make_error("history.database", {{"problem", query.lastError().text().toStdString()}});
  return {};
}

bool ForeignDatabase::hasColumns(const QString& table,
                                 std::initializer_list<QLatin1String> columns) {
  // A view, a virtual table and a computed column could execute anything, for as long as they like.
  bool isTable = false;
  const auto looked =
      each(QStringLiteral("SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND "
                          "rootpage > 0"),
           {table}, [&](const QSqlQuery&) { isTable = true; });
  if (!looked || !isTable) return false;
  QStringList plain;
  const auto listed =
      each(QStringLiteral("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0"), {table},
           [&](const QSqlQuery& row) { plain << row.value(0).toString().toLower(); });
  return listed && std::ranges::all_of(columns, [&](QLatin1String column) {
           return plain.contains(QString(column));
         });
}

}  // namespace trainyard
