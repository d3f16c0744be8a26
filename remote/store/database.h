// SPDX-License-Identifier: GPL-3.0-or-later
// Opening runs.sqlite: settings, version of the schema, and errors as sentences. Not for use
// outside store/.
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

namespace trainyard {

constexpr int schemaVersion = 5;

enum class OpenMode { read, write };

// Adds the connection `connection` of the calling thread. To write makes the file and brings its
// schema up to date in one transaction (with a copy beside it, named .schema-<version>, before an
// older schema is changed). Errors: "store.newer", "store.older" (to read only: the service brings
// it up to date), "store.damaged", "store.unreadable".
Result<void> openDatabase(const QString& path, const QString& connection, OpenMode mode);
void closeDatabase(const QString& connection);

Error storeError(const QSqlError& error, const QString& path);

// `?1`, `?2`, ... may be used several times in a statement; Qt's driver takes plain `?` only.
// Returns the statement with these, and puts the values in their order.
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
// The same, outside a transaction, and on the disk when it returns: what must survive a power cut
// before something irrevocable is done.
Result<void> executeDurably(const QString& connection, const QString& sql, QVariantList values);

}  // namespace trainyard
