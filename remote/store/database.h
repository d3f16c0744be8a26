// SPDX-License-Identifier: GPL-3.0-or-later
// Opens runs.sqlite: settings, schema version, and errors as messages. Internal to store/.
#pragma once

#include <optional>
#include <type_traits>

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QVariant>
#include <QVariantList>

#include "engine/contract/result.h"
#include "remote/store/record_tables.h"

namespace trainyard {

// The newest of the changes in schema.h, or of the columns in record_tables.h.
constexpr int schemaVersion = std::max(11, newestColumn());

enum class OpenMode { read, write };

// Adds the connection `connection` for the calling thread. For writing, creates the file and
// updates its schema in one transaction (after saving a copy next to it, named .schema-<version>).
// Errors: "store.newer", "store.older" (read-only: the service updates it), "store.damaged",
// "store.unreadable".
Result<void> openDatabase(const QString& path, const QString& connection, OpenMode mode);
void closeDatabase(const QString& connection);

Error storeError(const QSqlError& error, const QString& path);

// `?1`, `?2`, ... may occur several times in a statement, but Qt's driver only supports plain `?`.
// Returns the statement with those, and reorders the values accordingly.
QString withPlainPlaceholders(const QString& sql, QVariantList& values);

template <class T>
QVariant variantOrNull(const std::optional<T>& value) {
  if (!value) return {};
  if constexpr (std::is_integral_v<T>)
    return QVariant::fromValue<qlonglong>(*value);
  else
    return QVariant(*value);
}

// Prepares, binds in order and executes.
Result<QSqlQuery> execute(const QString& connection, const QString& sql, QVariantList values = {});
// The same, outside a transaction, and synced to disk on return: for what must survive a power
// failure before something irrevocable is done.
Result<void> executeDurably(const QString& connection, const QString& sql, QVariantList values);

}  // namespace trainyard
