// SPDX-License-Identifier: GPL-3.0-or-later
// Executes statements that are prepared once, for what runs them many thousand times. Internal to
// store/.
#pragma once

#include <map>
#include <optional>

#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include "engine/contract/result.h"

namespace trainyard {

class Statements {
 public:
  explicit Statements(QString connection) : m_connection(std::move(connection)) {}

  // Remembers the first error; later calls then do nothing. A result is valid until the same
  // statement is executed again.
  std::optional<QSqlQuery> sql(const QString& text, QVariantList values);
  // Ends all results: one that stays open keeps SQLite's log from being folded into the database.
  void finish();
  const std::optional<Error>& error() const { return m_error; }

 private:
  QString m_connection;
  std::map<QString, QSqlQuery> m_prepared;
  std::optional<Error> m_error;
};

// Those of a connection that is open for long, in the thread that opened it: a curve is read by six
// statements, which take as long to prepare as a short curve to read, and events arrive each
// second.
Statements& keptStatements(const QString& connection);
// Before the connection is closed, and after an error.
void forgetStatements(const QString& connection);

}  // namespace trainyard
