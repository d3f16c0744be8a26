#include "remote/store/run_writer.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUuid>

#include "engine/contract/unix_time.h"
#include "remote/store/database.h"
#include "remote/store/event_import.h"

namespace trainyard {
namespace {

QVariant orNull(const std::optional<int>& value) { return value ? QVariant(*value) : QVariant(); }

Result<void> done(const Result<QSqlQuery>& query) {
  if (!query) return query.error();
  return {};
}

}  // namespace

RunWriter::RunWriter(QString path)
    : m_path(std::move(path)), m_connection(QUuid::createUuid().toString()) {}

// Readers of this process may close after it, and they leave the log as it is.
RunWriter::~RunWriter() {
  if (auto folded = execute(m_connection, QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
      folded)
    folded->finish();
  closeDatabase(m_connection);
}

Result<void> RunWriter::open() { return openDatabase(m_path, m_connection, OpenMode::write); }

Result<void> RunWriter::addRun(const RunRecord& run) {
  const QByteArray tags =
      QJsonDocument(QJsonArray::fromStringList(run.tags)).toJson(QJsonDocument::Compact);
  return done(execute(
      m_connection,
      QStringLiteral("INSERT OR IGNORE INTO runs(run, name, target, folder, source, workload, "
                     "tags, git_commit, state, reason, exit_code, created, parent, array_index)"
                     " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      {run.run, run.name, run.target, run.folder, run.source, run.workload, QString::fromUtf8(tags),
       run.gitCommit, nameOf(run.state), run.reason, orNull(run.exitCode), run.created,
       run.parent.isEmpty() ? QVariant() : QVariant(run.parent), orNull(run.arrayIndex)}));
}

Result<void> RunWriter::describeRun(const RunRecord& run) {
  const QByteArray tags =
      QJsonDocument(QJsonArray::fromStringList(run.tags)).toJson(QJsonDocument::Compact);
  return done(execute(
      m_connection,
      QStringLiteral("UPDATE runs SET folder = ?, source = ?, workload = ?, tags = ?, git_commit = "
                     "? WHERE run = ?"),
      {run.folder, run.source, run.workload, QString::fromUtf8(tags), run.gitCommit, run.run}));
}

Result<void> RunWriter::addJob(const QString& run, const JobRecord& job) {
  return done(execute(m_connection,
                      QStringLiteral("INSERT OR IGNORE INTO jobs(run, submission, scheduler, job, "
                                     "submitted, token) VALUES(?, ?, ?, ?, ?, ?)"),
                      {run, job.submission, job.scheduler, job.job, job.submitted, job.token}));
}

Result<void> RunWriter::setOpen(const QString& run, RunState state, const QString& reason,
                                double expectedStart) {
  auto set = execute(
      m_connection,
      QStringLiteral("UPDATE runs SET state = ?, reason = ?, expected_start = ?, code = NULL, "
                     "exit_code = NULL, rank = NULL, node = NULL, ended = 0 WHERE run = ?"),
      {nameOf(state), reason, expectedStart, run});
  if (!set) return set.error();
  return done(
      execute(m_connection,
              QStringLiteral("UPDATE jobs SET expected_start = ?1 WHERE run = ?2 AND submission = "
                             "(SELECT max(submission) FROM jobs WHERE run = ?2)"),
              {expectedStart, run}));
}

Result<void> RunWriter::setReason(const QString& run, const QString& reason) {
  return done(execute(m_connection,
                      QStringLiteral("UPDATE runs SET reason = ? WHERE run = ? AND state IN "
                                     "('preparing', 'waiting', 'running')"),
                      {reason, run}));
}

Result<void> RunWriter::setEnded(const QString& run, RunState state, const QString& code,
                                 const QString& reason, int exitCode) {
  return done(execute(m_connection,
                      QStringLiteral("UPDATE runs SET state = ?, code = ?, reason = ?, exit_code = "
                                     "?, ended = ?, phase = NULL WHERE run = ?"),
                      {nameOf(state), code, reason, exitCode, unix_time(), run}));
}

Result<void> RunWriter::closeAttempt(const QString& run, int attempt, RunState outcome,
                                     const QString& code, const QString& reason, int exitCode,
                                     OnEnd onEnd) {
  auto closed =
      execute(m_connection,
              QStringLiteral("UPDATE attempts SET outcome = ?, code = ?, reason = ?, exit_code = "
                             "?, ended = ? WHERE run = ? AND attempt = ? AND outcome IS NULL"),
              {nameOf(outcome), code, reason, exitCode, unix_time(), run, attempt});
  if (!closed) return closed.error();
  if (closed->numRowsAffected() == 0) {
    // Nothing of the attempt was ever read: it still gets its row.
    auto added =
        execute(m_connection,
                QStringLiteral("INSERT OR IGNORE INTO attempts(run, attempt, outcome, code, "
                               "reason, exit_code, ended) VALUES(?, ?, ?, ?, ?, ?, ?)"),
                {run, attempt, nameOf(outcome), code, reason, exitCode, unix_time()});
    if (!added) return added.error();
    if (added->numRowsAffected() == 0) return {};
    if (auto newest = execute(
            m_connection, QStringLiteral("UPDATE runs SET attempt = max(attempt, ?) WHERE run = ?"),
            {attempt, run});
        !newest)
      return newest.error();
  }
  if (onEnd == OnEnd::endAttempt) return {};
  auto newest =
      execute(m_connection, QStringLiteral("SELECT attempt FROM runs WHERE run = ?"), {run});
  if (!newest) return newest.error();
  if (newest->next() && newest->value(0).toInt() == attempt)
    return setEnded(run, outcome, code, reason, exitCode);
  return {};
}

Result<void> RunWriter::replaceEnd(const QString& run, int attempt, RunState outcome,
                                   const QString& code, const QString& reason, int exitCode) {
  auto replaced = execute(m_connection,
                          QStringLiteral("UPDATE attempts SET outcome = ?, code = ?, reason = ?, "
                                         "exit_code = ? WHERE run = ? AND attempt = ?"),
                          {nameOf(outcome), code, reason, exitCode, run, attempt});
  if (!replaced) return replaced.error();
  return done(execute(m_connection,
                      QStringLiteral("UPDATE runs SET state = ?, code = ?, reason = ?, exit_code = "
                                     "? WHERE run = ? AND attempt = ? AND ended > 0"),
                      {nameOf(outcome), code, reason, exitCode, run, attempt}));
}

Result<void> RunWriter::endAs(const QString& run, int attempt) {
  return done(
      execute(m_connection,
              QStringLiteral(
                  "UPDATE runs SET (state, code, reason, exit_code, ended) = (SELECT outcome, "
                  "code, reason, exit_code, ended FROM attempts WHERE run = ?1 AND attempt = ?2),"
                  " phase = NULL WHERE run = ?1 AND attempt = ?2 AND EXISTS (SELECT 1 FROM "
                  "attempts WHERE run = ?1 AND attempt = ?2 AND outcome IS NOT NULL)"),
              {run, attempt}));
}

Result<void> RunWriter::openSubmission(const QString& run, const QByteArray& request) {
  return done(
      execute(m_connection,
              QStringLiteral("INSERT OR REPLACE INTO open_submissions(run, request) VALUES(?, ?)"),
              {run, QString::fromUtf8(request)}));
}

Result<void> RunWriter::closeSubmission(const QString& run) {
  return done(
      execute(m_connection, QStringLiteral("DELETE FROM open_submissions WHERE run = ?"), {run}));
}

Result<QList<RunWriter::OpenSubmission>> RunWriter::openSubmissions() {
  auto query = execute(
      m_connection,
      QStringLiteral(
          "SELECT run, request FROM open_submissions JOIN runs USING(run) ORDER BY created"));
  if (!query) return query.error();
  QList<OpenSubmission> open;
  while (query->next())
    open.append({query->value(0).toString(), query->value(1).toString().toUtf8()});
  return open;
}

Result<void> RunWriter::openCancel(const QString& run, int submission) {
  return done(
      execute(m_connection,
              QStringLiteral("INSERT INTO open_cancels(run, submission) VALUES(?, ?) ON "
                             "CONFLICT(run) DO UPDATE SET submission = excluded.submission"),
              {run, submission}));
}

Result<void> RunWriter::noteUndelivered(const QString& run) {
  return done(execute(m_connection,
                      QStringLiteral("UPDATE open_cancels SET is_undelivered = 1 WHERE run = ?"),
                      {run}));
}

Result<void> RunWriter::closeCancel(const QString& run) {
  return done(
      execute(m_connection, QStringLiteral("DELETE FROM open_cancels WHERE run = ?"), {run}));
}

Result<QList<RunWriter::OpenCancel>> RunWriter::openCancels() {
  auto query = execute(m_connection,
                       QStringLiteral("SELECT run, submission FROM open_cancels ORDER BY run"));
  if (!query) return query.error();
  QList<OpenCancel> open;
  while (query->next()) open.append({query->value(0).toString(), query->value(1).toInt()});
  return open;
}

Result<void> RunWriter::removeRun(const QString& run) {
  return done(execute(m_connection, QStringLiteral("DELETE FROM runs WHERE run = ?"), {run}));
}

Result<QList<AttemptCursor>> RunWriter::cursors(const QString& run) {
  auto query = execute(m_connection,
                       QStringLiteral("SELECT attempt, offset, outcome IS NOT NULL FROM attempts "
                                      "WHERE run = ? ORDER BY attempt"),
                       {run});
  if (!query) return query.error();
  QList<AttemptCursor> cursors;
  while (query->next())
    cursors.append(
        {query->value(0).toInt(), query->value(1).toLongLong(), query->value(2).toBool()});
  return cursors;
}

Result<std::vector<Event>> RunWriter::importEvents(const QString& run, int attempt,
                                                   const std::vector<Event>& events, qint64 offset,
                                                   qint64 badLines, OnEnd onEnd) {
  if (auto begun = execute(m_connection, QStringLiteral("BEGIN IMMEDIATE")); !begun)
    return begun.error();
  auto imported = EventImport(m_connection, run, attempt, onEnd).take(events, offset, badLines);
  auto ended =
      execute(m_connection, imported ? QStringLiteral("COMMIT") : QStringLiteral("ROLLBACK"));
  if (imported && !ended) {
    (void)execute(m_connection, QStringLiteral("ROLLBACK"));
    return ended.error();
  }
  return imported;
}

}  // namespace trainyard
