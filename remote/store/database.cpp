// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/database.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/store/loss_series.h"
#include "remote/store/schema.h"

namespace trainyard {
namespace {

// A larger file is not rewritten as a whole: that would block the service's clients.
constexpr qint64 vacuumLimitBytes = 256 << 20;

Result<void> inTransaction(const QString& connection, QStringList statements) {
  statements.prepend(QStringLiteral("BEGIN IMMEDIATE"));
  statements << QStringLiteral("PRAGMA user_version = %1").arg(schemaVersion)
             << QStringLiteral("COMMIT");
  for (const QString& statement : std::as_const(statements))
    if (auto done = execute(connection, statement); !done) {
      (void)execute(connection, QStringLiteral("ROLLBACK"));
      return std::move(done).error();
    }
  return {};
}

// SQLite creates the files next to a database with its permissions, so they must be right from the
// first byte.
void keepToOwner(const QString& path) {
  const QByteArray native = QFile::encodeName(path);
  const int file = ::open(native.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;  // SQLite reports the error
  ::fchmod(file, 0600);
  ::close(file);
}

template <std::size_t count>
QStringList listOf(const char* const (&statements)[count]) {
  QStringList list;
  for (const char* statement : statements) list << QLatin1String(statement);
  return list;
}

Result<void> bringUpToDate(const QString& path, const QString& connection, int version) {
  if (version == 0)
    return inTransaction(
        connection,
        QStringList{
            creationOf("runs", runTable, ")"),
            creationOf("jobs", jobTable, ", PRIMARY KEY(run, submission)) WITHOUT ROWID"),
            creationOf("attempts", attemptTable, ", PRIMARY KEY(run, attempt)) WITHOUT ROWID")} +
            listOf(schemaStatements));
  const QString copy = QStringLiteral("%1.schema-%2").arg(path).arg(version);
  if (!QFile::exists(copy)) {
    keepToOwner(copy);
    if (auto copied = execute(connection, QStringLiteral("VACUUM INTO ?"), {copy}); !copied) {
      QFile::remove(copy);
      return std::move(copied).error();
    }
  }
  QStringList changes = changesOf("runs", runTable, version) +
                        changesOf("jobs", jobTable, version) +
                        changesOf("attempts", attemptTable, version);
  if (version <= 1) changes += listOf(changesFrom1);
  if (version <= 2) changes += listOf(changesFrom2);
  if (version <= 4) changes += listOf(changesFrom4);
  if (version <= 5) changes += listOf(changesFrom5);
  if (version <= 6) changes += listOf(changesFrom6);
  if (version <= 7) changes += listOf(changesFrom7);
  if (version <= 8) changes += listOf(changesFrom8);
  if (version <= 9) changes += listOf(changesFrom9);
  if (version <= 10) {
    TRY(const QStringList places, lossPlaceStatements(connection));
    changes += listOf(changesFrom10) + places;
  }
  TRY(inTransaction(connection, changes));
  // Also enables returning free space from now on (auto_vacuum).
  if (QFileInfo(path).size() < vacuumLimitBytes) {
    TRY(execute(connection, QStringLiteral("VACUUM")));
  }
  return {};
}

Result<void> prepare(const QString& path, const QString& connection, OpenMode mode) {
  QStringList settings{QStringLiteral("PRAGMA foreign_keys = ON")};
  if (mode == OpenMode::write)
    settings << QStringLiteral("PRAGMA auto_vacuum = INCREMENTAL")
             << QStringLiteral("PRAGMA journal_mode = WAL")
             << QStringLiteral("PRAGMA synchronous = NORMAL");
  for (const QString& setting : settings) {
    TRY(execute(connection, setting));
  }
  TRY(auto asked, execute(connection, QStringLiteral("PRAGMA user_version")));
  const int version = asked.next() ? asked.value(0).toInt() : 0;
  asked.finish();
  const std::string file = path.toStdString();
  if (version > schemaVersion)
    return make_error("store.newer",
                      {{"path", file}, {"version", version}, {"known", schemaVersion}});
  if (version == schemaVersion) return {};
  // Version 0 is a new file; a reader waits until the writer has created the tables.
  if (mode == OpenMode::write) return bringUpToDate(path, connection, version);
  return make_error(version == 0 ? "store.empty" : "store.older", {{"path", file}});
}

}  // namespace

Error storeError(const QSqlError& error, const QString& path) {
  const QString native = error.nativeErrorCode();
  Map arguments{{"path", path.toStdString()}};
  if (native == QLatin1String("13"))  // SQLITE_FULL
    return make_error("store.full", std::move(arguments));
  arguments.emplace_back("problem", error.text().toStdString());
  const bool isDamaged = native == QLatin1String("11") ||
                         native == QLatin1String("26");  // SQLITE_CORRUPT, SQLITE_NOTADB
  return make_error(isDamaged ? "store.damaged" : "store.unreadable", std::move(arguments));
}

// Cached by statement: a large import uses the same few many thousand times.
QString withPlainPlaceholders(const QString& sql, QVariantList& values) {
  struct Plain {
    QString sql;
    QList<int> order;
  };
  static thread_local QHash<QString, Plain> known;
  auto found = known.find(sql);
  if (found == known.end()) {
    static const QRegularExpression numbered(QStringLiteral("\\?(\\d+)"));
    Plain plain{sql, {}};
    for (auto match = numbered.globalMatch(sql); match.hasNext();)
      plain.order.append(match.next().capturedView(1).toInt() - 1);
    plain.sql.replace(numbered, QStringLiteral("?"));
    found = known.insert(sql, plain);
  }
  if (!found->order.isEmpty()) {
    QVariantList ordered;
    for (const int at : std::as_const(found->order)) ordered.append(values.at(at));
    values = ordered;
  }
  return found->sql;
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

Result<void> executeDurably(const QString& connection, const QString& sql, QVariantList values) {
  TRY(execute(connection, QStringLiteral("PRAGMA synchronous = FULL")));
  auto done = execute(connection, sql, std::move(values));
  if (done) done->finish();
  TRY(execute(connection, QStringLiteral("PRAGMA synchronous = NORMAL")));
  if (!done) return std::move(done).error();
  return {};
}

Result<void> openDatabase(const QString& path, const QString& connection, OpenMode mode) {
  if (mode == OpenMode::write) {
    TRY(ensureFolder(QFileInfo(path).path()));
    for (const char* beside : {"-wal", "-shm"})  // from a version that let others read them
      if (const QString file = path + QLatin1String(beside); QFile::exists(file)) keepToOwner(file);
    keepToOwner(path);
  }
  QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
  database.setDatabaseName(path);
  database.setConnectOptions(mode == OpenMode::read
                                 ? QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000")
                                 : QStringLiteral("QSQLITE_BUSY_TIMEOUT=10000"));
  Result<void> opened = database.open() ? prepare(path, connection, mode)
                                        : Result<void>(storeError(database.lastError(), path));
  database = QSqlDatabase();
  if (!opened) closeDatabase(connection);
  return opened;
}

void closeDatabase(const QString& connection) {
  if (QSqlDatabase::contains(connection)) QSqlDatabase::removeDatabase(connection);
}

}  // namespace trainyard
