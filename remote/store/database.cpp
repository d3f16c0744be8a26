#include "remote/store/database.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "remote/host/places.h"
#include "remote/store/schema.h"

namespace trainyard {
namespace {

Error versionError(const QString& path, int version) {
  return Error{"store.newer",
               {{"path", path.toStdString()}, {"version", version}},
               (path + QStringLiteral(" was written by a newer version of this program (schema %1, "
                                      "this one knows %2); start the newer version")
                           .arg(version)
                           .arg(schemaVersion))
                   .toStdString(),
               ExitCode::environment};
}

Result<void> inTransaction(const QString& connection, QStringList statements) {
  statements.prepend(QStringLiteral("BEGIN IMMEDIATE"));
  statements << QStringLiteral("PRAGMA user_version = %1").arg(schemaVersion)
             << QStringLiteral("COMMIT");
  for (const QString& statement : std::as_const(statements))
    if (auto done = execute(connection, statement); !done) {
      (void)execute(connection, QStringLiteral("ROLLBACK"));
      return done.error();
    }
  return {};
}

template <std::size_t count>
QStringList listOf(const char* const (&statements)[count]) {
  QStringList list;
  for (const char* statement : statements) list << QLatin1String(statement);
  return list;
}

Result<void> bringUpToDate(const QString& path, const QString& connection, int version) {
  if (version == 0) return inTransaction(connection, listOf(schemaStatements));
  const QString copy = QStringLiteral("%1.schema-%2").arg(path).arg(version);
  if (!QFile::exists(copy)) {
    if (auto copied = execute(connection, QStringLiteral("VACUUM INTO ?"), {copy}); !copied)
      return copied.error();
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
  }
  return inTransaction(
      connection, (version == 1 ? listOf(fromVersion1) : QStringList()) + listOf(fromVersion2));
}

Result<void> prepare(const QString& path, const QString& connection, OpenMode mode) {
  QStringList settings{QStringLiteral("PRAGMA foreign_keys = ON")};
  if (mode == OpenMode::write)
    settings << QStringLiteral("PRAGMA journal_mode = WAL")
             << QStringLiteral("PRAGMA synchronous = NORMAL");
  for (const QString& setting : settings)
    if (auto set = execute(connection, setting); !set) return set.error();
  auto asked = execute(connection, QStringLiteral("PRAGMA user_version"));
  if (!asked) return asked.error();
  const int version = asked->next() ? asked->value(0).toInt() : 0;
  asked->finish();
  if (version > schemaVersion) return versionError(path, version);
  if (version == schemaVersion) return {};
  // Version 0 is a new file; a reader waits until the writer has made the tables.
  if (mode == OpenMode::write) return bringUpToDate(path, connection, version);
  if (version == 0)
    return Error{
        "store.empty", {}, path.toStdString() + " has no tables yet", ExitCode::environment};
  return Error{"store.older",
               {{"path", path.toStdString()}},
               path.toStdString() +
                   " was written by an older version of this program; run `yard runs`, which "
                   "brings it up to date",
               ExitCode::environment};
}

}  // namespace

Error storeError(const QSqlError& error, const QString& path) {
  const QString native = error.nativeErrorCode();
  const std::string said = error.text().toStdString();
  const bool damaged = native == QLatin1String("11") ||
                       native == QLatin1String("26");  // SQLITE_CORRUPT, SQLITE_NOTADB
  if (damaged)
    return Error{
        "store.damaged",
        {{"path", path.toStdString()}},
        path.toStdString() + " is damaged (" + said +
            "); move it away and run `yard runs --scan here`: the run folders hold everything",
        ExitCode::environment};
  if (native == QLatin1String("13"))  // SQLITE_FULL
    return Error{"store.full",
                 {{"path", path.toStdString()}},
                 path.toStdString() +
                     " could not be written: the disk is full; free some space and try again",
                 ExitCode::environment};
  return Error{"store.unreadable",
               {{"path", path.toStdString()}},
               path.toStdString() + ": " + said,
               ExitCode::environment};
}

QString withPlainPlaceholders(const QString& sql, QVariantList& values) {
  static const QRegularExpression numbered(QStringLiteral("\\?(\\d+)"));
  QString plain = sql;
  QVariantList ordered;
  for (auto match = numbered.globalMatch(sql); match.hasNext();)
    ordered.append(values.at(match.next().capturedView(1).toInt() - 1));
  if (ordered.isEmpty()) return sql;
  values = ordered;
  return plain.replace(numbered, QStringLiteral("?"));
}

Result<QSqlQuery> execute(const QString& connection, const QString& sql, QVariantList values) {
  const QSqlDatabase database = QSqlDatabase::database(connection, false);
  QSqlQuery query(database);
  query.setForwardOnly(true);
  bool done = query.prepare(withPlainPlaceholders(sql, values));
  if (done) {
    for (const QVariant& value : std::as_const(values)) query.addBindValue(value);
    done = query.exec();
  }
  if (!done) return storeError(query.lastError(), database.databaseName());
  return query;
}

Result<void> openDatabase(const QString& path, const QString& connection, OpenMode mode) {
  if (mode == OpenMode::write)
    if (auto made = ensureFolder(QFileInfo(path).path()); !made) return made;
  QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
  database.setDatabaseName(path);
  database.setConnectOptions(mode == OpenMode::read
                                 ? QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000")
                                 : QStringLiteral("QSQLITE_BUSY_TIMEOUT=10000"));
  Result<void> opened = database.open() ? prepare(path, connection, mode)
                                        : Result<void>(storeError(database.lastError(), path));
  database = QSqlDatabase();
  if (!opened)
    closeDatabase(connection);
  else if (mode == OpenMode::write)
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
  return opened;
}

void closeDatabase(const QString& connection) {
  if (QSqlDatabase::contains(connection)) QSqlDatabase::removeDatabase(connection);
}

}  // namespace trainyard
