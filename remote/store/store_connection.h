// SPDX-License-Identifier: GPL-3.0-or-later
// One reader's connection to runs.sqlite. Internal to store/.
#pragma once

#include <utility>

#include <QList>
#include <QSqlQuery>
#include <QString>
#include <QVariantList>

#include "engine/contract/result.h"
#include "remote/store/database.h"

namespace trainyard {

class StoreConnection {
 public:
  // Does not open it yet.
  explicit StoreConnection(QString path);
  ~StoreConnection();
  StoreConnection(const StoreConnection&) = delete;
  StoreConnection& operator=(const StoreConnection&) = delete;

  const QString& path() const { return m_path; }
  const QString& name() const { return m_name; }  // for execute()

  // Opens it; false for a history that does not exist yet, which is empty.
  Result<bool> isBegun();
  // Every row of a query through `from`.
  template <class From>
  auto select(const QString& sql, const QVariantList& values, From from)
      -> Result<QList<decltype(from(std::declval<const QSqlQuery&>()))>> {
    QList<decltype(from(std::declval<const QSqlQuery&>()))> records;
    TRY(const bool begun, isBegun());
    if (!begun) return records;
    TRY(auto query, execute(m_name, sql, values));
    while (query.next()) records.append(from(query));
    if (query.lastError().isValid()) return storeError(query.lastError(), m_path);
    return records;
  }

 private:
  QString m_path, m_name;
  bool m_isOpen = false;
};

}  // namespace trainyard
