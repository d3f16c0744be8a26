// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a database that another program has written. It may have been made to do harm: only real
// tables with plain columns are read, so that nothing in it is executed, and texts and rows are
// bounded.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <stop_token>
#include <string>

#include <QSqlQuery>
#include <QString>
#include <QVariant>
#include <QVariantList>

#include "engine/contract/result.h"
#include "remote/history/database_copy.h"

namespace trainyard {

// Values of a row by their types in the database, whatever a column was declared as.
std::string cellText(const QSqlQuery& row, int column);
std::optional<std::int64_t> cellInteger(const QSqlQuery& row, int column);
std::optional<double> cellNumber(const QSqlQuery& row, int column);

class ForeignDatabase {
 public:
  static constexpr qint64 mostRows = 20'000'000;  // of a query

  // For the calling thread.
  explicit ForeignDatabase(const DatabaseCopy& copy, std::stop_token stop);
  ~ForeignDatabase();
  ForeignDatabase(const ForeignDatabase&) = delete;
  ForeignDatabase& operator=(const ForeignDatabase&) = delete;

  // Whether there is a table that has these columns.
  bool hasColumns(const QString& table, std::initializer_list<QLatin1String> columns);

  // Calls `take` with each row. `sql` is the program's own, with names of tables and columns that
  // hasColumns knows. Errors: "history.database" with SQLite's message, "cancelled".
  using OnRow = std::function<void(const QSqlQuery& row)>;
  Result<void> each(const QString& sql, const QVariantList& values, const OnRow& take);

 private:
  QString m_connection;
  QString m_path;
  std::stop_token m_stop;
};

}  // namespace trainyard
