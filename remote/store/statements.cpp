// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/statements.h"

#include "remote/store/database.h"

namespace trainyard {
namespace {

std::map<QString, Statements>& statementsOfThread() {
  static thread_local std::map<QString, Statements> all;
  return all;
}

}  // namespace

Statements& keptStatements(const QString& connection) {
  return statementsOfThread().try_emplace(connection, connection).first->second;
}

void forgetStatements(const QString& connection) { statementsOfThread().erase(connection); }

std::optional<QSqlQuery> Statements::sql(const QString& text, QVariantList values) {
  if (m_error) return std::nullopt;
  const QString statement = withPlainPlaceholders(text, values);
  auto found = m_prepared.find(statement);
  if (found == m_prepared.end()) {
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    query.setForwardOnly(true);
    if (!query.prepare(statement)) {
      m_error = storeError(query.lastError(), statement);
      return std::nullopt;
    }
    found = m_prepared.emplace(statement, std::move(query)).first;
  }
  QSqlQuery& query = found->second;
  for (int i = 0; i < values.size(); ++i) query.bindValue(i, values[i]);
  if (query.exec()) return query;
  m_error = storeError(query.lastError(), statement);
  return std::nullopt;
}

void Statements::finish() {
  for (auto& [text, query] : m_prepared) query.finish();
}

}  // namespace trainyard
