// SPDX-License-Identifier: GPL-3.0-or-later
// RunStore::select() for the files that answer its calls. Internal to store/.
#pragma once

#include "remote/store/database.h"
#include "remote/store/run_store.h"

namespace trainyard {

template <class From>
auto RunStore::select(const QString& sql, const QVariantList& values, From from)
    -> Result<QList<decltype(from(std::declval<const QSqlQuery&>()))>> {
  QList<decltype(from(std::declval<const QSqlQuery&>()))> records;
  TRY(const bool begun, isBegun());
  if (!begun) return records;
  TRY(auto query, execute(m_connection, sql, values));
  while (query.next()) records.append(from(query));
  if (query.lastError().isValid()) return storeError(query.lastError(), m_path);
  return records;
}

}  // namespace trainyard
