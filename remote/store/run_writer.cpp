// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_writer.h"

#include <QUuid>

#include "engine/system/unix_time.h"
#include "remote/store/database.h"
#include "remote/store/event_import.h"
#include "remote/store/record_columns.h"
#include "remote/store/statements.h"

namespace trainyard {
namespace {

Result<void> done(const Result<QSqlQuery>& query) {
  if (!query) return query.error();
  return {};
}

QVariantList columnsOf(const Message& reason) {
  return {reason.text, QString::fromStdString(reason.code),
          QString::fromUtf8(jsonTextOf(reason.arguments))};
}

}  // namespace

RunWriter::RunWriter(QString path)
    : m_path(std::move(path)), m_connection(QUuid::createUuid().toString()) {}

// Readers in this process may close after it, and they leave the log as it is.
RunWriter::~RunWriter() {
  forgetStatements(m_connection);
  if (auto folded = execute(m_connection, QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
      folded)
    folded->finish();
  closeDatabase(m_connection);
}

Result<void> RunWriter::open() { return openDatabase(m_path, m_connection, OpenMode::write); }

Result<void> RunWriter::addRun(const RunRecord& run) {
  QStringList names, marks;
  QVariantList values;
  for (const Column<RunRecord>& column : runTable) {
    if (column.added == Added::no) continue;
    const QVariant value = column.write(run);
    const bool isLeftOut = column.added == Added::unlessEmpty && value.toString().isEmpty();
    names << QLatin1String(column.name);
    marks << QStringLiteral("?");
    values << (isLeftOut ? QVariant() : value);
  }
  return done(execute(m_connection,
                      QStringLiteral("INSERT OR IGNORE INTO runs(%1) VALUES(%2)")
                          .arg(names.join(QStringLiteral(", ")), marks.join(QStringLiteral(", "))),
                      values));
}

Result<void> RunWriter::describeRun(const RunRecord& run) {
  return done(execute(
      m_connection,
      QStringLiteral("UPDATE runs SET folder = ?, source = ?, workload = ?, tags = ?, project = ?, "
                     "git_commit = ? WHERE run = ?"),
      {run.folder, run.source, run.workload, toColumn(run.tags), run.project, run.gitCommit,
       run.run}));
}

// Readers never see a part of what `change` writes.
template <class Change>
auto RunWriter::atOnce(Change change) -> decltype(change()) {
  TRY(execute(m_connection, QStringLiteral("BEGIN IMMEDIATE")));
  auto changed = change();
  auto ended =
      execute(m_connection, changed ? QStringLiteral("COMMIT") : QStringLiteral("ROLLBACK"));
  if (changed && !ended) {
    (void)execute(m_connection, QStringLiteral("ROLLBACK"));
    return std::move(ended).error();
  }
  return changed;
}

Result<void> RunWriter::setSettings(const QString& run, const QList<RunSetting>& settings) {
  return atOnce([&]() -> Result<void> {
    Statements statements(m_connection);
    statements.sql(QStringLiteral("DELETE FROM settings WHERE run = ?"), {run});
    for (const RunSetting& setting : settings)
      statements.sql(
          QStringLiteral("INSERT OR REPLACE INTO settings(run, path, value, number) VALUES(?, ?, "
                         "?, ?)"),
          {run, setting.path, setting.value, variantOrNull(setting.number)});
    statements.sql(QStringLiteral("UPDATE runs SET has_settings = 1 WHERE run = ?"), {run});
    if (statements.error()) return *statements.error();
    return {};
  });
}

Result<void> RunWriter::annotate(const QStringList& runs, const RunAnnotation& annotation) {
  QStringList changes;
  QVariantList values;
  const auto set = [&](const char* column, const QVariant& value) {
    changes << QLatin1String(column) + QStringLiteral(" = ?");
    values << value;
  };
  if (annotation.title) set("title", *annotation.title);
  if (annotation.note) set("note", *annotation.note);
  if (annotation.tags) set("tags", toColumn(*annotation.tags));
  if (annotation.project) set("project", *annotation.project);
  if (annotation.isPinned) set("is_pinned", *annotation.isPinned);
  if (annotation.isArchived) set("is_archived", *annotation.isArchived);
  if (annotation.isShown) set("is_shown", *annotation.isShown);
  if (annotation.colour) set("colour", *annotation.colour);
  if (annotation.duplicateOf) set("duplicate_of", *annotation.duplicateOf);
  if (changes.isEmpty()) return {};
  return atOnce([&]() -> Result<void> {
    Statements statements(m_connection);
    for (const QString& run : runs)
      statements.sql(QStringLiteral("UPDATE runs SET %1 WHERE run = ?")
                         .arg(changes.join(QStringLiteral(", "))),
                     values + QVariantList{run});
    if (statements.error()) return *statements.error();
    return {};
  });
}

Result<void> RunWriter::addJob(const QString& run, const JobRecord& job) {
  return executeDurably(m_connection,
                        QStringLiteral("INSERT OR IGNORE INTO jobs(run, submission, scheduler, "
                                       "job, submitted, token) VALUES(?, ?, ?, ?, ?, ?)"),
                        {run, job.submission, job.scheduler, job.job, job.submitted, job.token});
}

Result<void> RunWriter::setOpen(const QString& run, RunState state, const Message& reason,
                                double expectedStart) {
  TRY(execute(m_connection,
              QStringLiteral("UPDATE runs SET reason = ?1, reason_code = ?2, reason_arguments = "
                             "?3, state = ?4, expected_start = ?5, code = NULL, exit_code = NULL, "
                             "rank = NULL, node = NULL, ended = 0 WHERE run = ?6"),
              columnsOf(reason) + QVariantList{nameOf(state), expectedStart, run}));
  return done(
      execute(m_connection,
              QStringLiteral("UPDATE jobs SET expected_start = ?1 WHERE run = ?2 AND submission = "
                             "(SELECT max(submission) FROM jobs WHERE run = ?2)"),
              {expectedStart, run}));
}

Result<void> RunWriter::setReason(const QString& run, const Message& reason) {
  return done(execute(m_connection,
                      QStringLiteral("UPDATE runs SET reason = ?, reason_code = ?, "
                                     "reason_arguments = ? WHERE run = ? AND state IN "
                                     "('preparing', 'waiting', 'running')"),
                      columnsOf(reason) + QVariantList{run}));
}

// By the target's clock, like the start.
Result<void> RunWriter::setEnded(const QString& run, RunState state, const QString& code,
                                 const Message& reason, int exitCode) {
  return done(execute(
      m_connection,
      QStringLiteral("UPDATE runs SET reason = ?, reason_code = ?, reason_arguments = ?, state = "
                     "?, code = ?, exit_code = ?, ended = ? - clock_offset, phase = NULL WHERE "
                     "run = ?"),
      columnsOf(reason) + QVariantList{nameOf(state), code, exitCode, unix_time(), run}));
}

Result<void> RunWriter::closeAttempt(const QString& run, int attempt, RunState outcome,
                                     const QString& code, const Message& reason, int exitCode,
                                     OnEnd onEnd) {
  const QVariantList end =
      columnsOf(reason) + QVariantList{nameOf(outcome), code, exitCode, unix_time(), run, attempt};
  TRY(const auto closed,
      execute(m_connection,
              QStringLiteral("UPDATE attempts SET reason = ?1, reason_code = ?2, reason_arguments "
                             "= ?3, outcome = ?4, code = ?5, exit_code = ?6, ended = ?7 - (SELECT "
                             "clock_offset FROM runs WHERE run = ?8) WHERE run = ?8 AND attempt = "
                             "?9 AND outcome IS NULL"),
              end));
  if (closed.numRowsAffected() == 0) {
    // If nothing of the attempt was ever read, it still gets its row.
    TRY(const auto added,
        execute(m_connection,
                QStringLiteral("INSERT OR IGNORE INTO attempts(reason, reason_code, "
                               "reason_arguments, outcome, code, exit_code, ended, run, attempt) "
                               "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                end));
    if (added.numRowsAffected() == 0) return {};
    TRY(execute(m_connection,
                QStringLiteral("UPDATE runs SET attempt = max(attempt, ?) WHERE run = ?"),
                {attempt, run}));
  }
  if (onEnd == OnEnd::endAttempt) return {};
  TRY(auto newest,
      execute(m_connection, QStringLiteral("SELECT attempt FROM runs WHERE run = ?"), {run}));
  if (newest.next() && newest.value(0).toInt() == attempt)
    return setEnded(run, outcome, code, reason, exitCode);
  return {};
}

Result<void> RunWriter::replaceEnd(const QString& run, int attempt, RunState outcome,
                                   const QString& code, const Message& reason, int exitCode) {
  const QVariantList end =
      columnsOf(reason) + QVariantList{nameOf(outcome), code, exitCode, run, attempt};
  TRY(execute(m_connection,
              QStringLiteral("UPDATE attempts SET reason = ?, reason_code = ?, reason_arguments = "
                             "?, outcome = ?, code = ?, exit_code = ? WHERE run = ? AND attempt = "
                             "?"),
              end));
  return done(execute(m_connection,
                      QStringLiteral("UPDATE runs SET reason = ?, reason_code = ?, "
                                     "reason_arguments = ?, state = ?, code = ?, exit_code = ? "
                                     "WHERE run = ? AND attempt = ? AND ended > 0"),
                      end));
}

Result<void> RunWriter::endAs(const QString& run, int attempt) {
  return done(
      execute(m_connection,
              QStringLiteral(
                  "UPDATE runs SET (state, code, reason, reason_code, reason_arguments, "
                  "exit_code, ended) = (SELECT outcome, code, reason, reason_code, "
                  "reason_arguments, exit_code, ended FROM attempts WHERE run = ?1 AND attempt = "
                  "?2), phase = NULL WHERE run = ?1 AND attempt = ?2 AND EXISTS (SELECT 1 FROM "
                  "attempts WHERE run = ?1 AND attempt = ?2 AND outcome IS NOT NULL)"),
              {run, attempt}));
}

Result<void> RunWriter::openSubmission(const QString& run, const QByteArray& request) {
  return executeDurably(
      m_connection,
      QStringLiteral("INSERT OR REPLACE INTO open_submissions(run, request) VALUES(?, ?)"),
      {run, QString::fromUtf8(request)});
}

Result<void> RunWriter::closeSubmission(const QString& run) {
  return done(
      execute(m_connection, QStringLiteral("DELETE FROM open_submissions WHERE run = ?"), {run}));
}

Result<QList<RunWriter::OpenSubmission>> RunWriter::openSubmissions() {
  TRY(auto query,
      execute(
          m_connection,
          QStringLiteral(
              "SELECT run, request FROM open_submissions JOIN runs USING(run) ORDER BY created")));
  QList<OpenSubmission> open;
  while (query.next()) open.append({query.value(0).toString(), query.value(1).toString().toUtf8()});
  return open;
}

Result<void> RunWriter::openCancel(const QString& run, int submission) {
  return executeDurably(
      m_connection,
      QStringLiteral("INSERT INTO open_cancels(run, submission) VALUES(?, ?) ON CONFLICT(run) DO "
                     "UPDATE SET submission = excluded.submission"),
      {run, submission});
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
  TRY(auto query, execute(m_connection,
                          QStringLiteral("SELECT run, submission FROM open_cancels ORDER BY run")));
  QList<OpenCancel> open;
  while (query.next()) open.append({query.value(0).toString(), query.value(1).toInt()});
  return open;
}

Result<void> RunWriter::removeRun(const QString& run) {
  TRY(execute(m_connection, QStringLiteral("DELETE FROM runs WHERE run = ?"), {run}));
  giveBackRoom();
  return {};
}

// Numbered downwards from -1 in the newest attempt, so that no event has its number.
Result<void> RunWriter::addWarning(const QString& run, const Message& message, double time) {
  return done(execute(
      m_connection,
      QStringLiteral("INSERT INTO messages(run, attempt, sequence, time, level, code, arguments, "
                     "text, node) SELECT run, coalesce(attempt, 0), (SELECT min(0, coalesce(min("
                     "sequence), 0)) - 1 FROM messages WHERE messages.run = runs.run), ?, "
                     "'warning', ?, ?, ?, '' FROM runs WHERE run = ?"),
      {time, QString::fromStdString(message.code), QString::fromUtf8(jsonTextOf(message.arguments)),
       message.text, run}));
}

// A part of it: more is returned when the next run is removed.
void RunWriter::giveBackRoom() {
  auto given = execute(m_connection, QStringLiteral("PRAGMA incremental_vacuum(20000)"));
  while (given && given->next()) {
  }
}

Result<QList<AttemptCursor>> RunWriter::cursors(const QString& run) {
  TRY(auto query,
      execute(m_connection,
              QStringLiteral("SELECT attempt, offset, outcome IS NOT NULL FROM attempts "
                             "WHERE run = ? ORDER BY attempt"),
              {run}));
  QList<AttemptCursor> cursors;
  while (query.next())
    cursors.append({query.value(0).toInt(), query.value(1).toLongLong(), query.value(2).toBool()});
  return cursors;
}

Result<std::vector<Event>> RunWriter::importEvents(const QString& run, int attempt,
                                                   const std::vector<Event>& events, qint64 offset,
                                                   qint64 badLines, OnEnd onEnd,
                                                   const QList<qint64>& longLines) {
  return atOnce([&] {
    Statements& statements = keptStatements(m_connection);
    auto fresh =
        EventImport(statements, run, attempt, onEnd).take(events, offset, badLines, longLines);
    statements.finish();
    if (!fresh) forgetStatements(m_connection);
    return fresh;
  });
}

Result<qint64> RunWriter::replacePrinted(const QString& run, int attempt,
                                         const std::vector<Event>& events) {
  return atOnce([&]() -> Result<qint64> {
    Statements statements(m_connection);
    CurveWriter curves(statements);
    curves.removePrinted(run, attempt);
    qint64 numPoints = 0, sequence = 0;
    for (const Event& event : events) {
      const auto* metrics = std::get_if<MetricsEvent>(&event.body);
      if (!metrics) continue;
      MetricPoint point{attempt,         sequence++,     metrics->step,
                        metrics->tokens, metrics->epoch, event.time};
      for (const auto& [name, value] : metrics->values) {
        const QString metric = QString::fromStdString(name);
        if (curves.isOfOtherSource(run, metric)) continue;
        point.value = value;
        curves.add(run, metric, point, PointSource::printed);
        ++numPoints;
      }
    }
    curves.flush();
    CurveWriter(statements).renew(run);
    if (statements.error()) return *statements.error();
    return numPoints;
  });
}

Result<bool> RunWriter::fillCurves(int maxPoints) {
  return atOnce([&]() -> Result<bool> {
    Statements statements(m_connection);
    const bool isMore = CurveWriter(statements).fillSome(maxPoints);
    if (statements.error()) return *statements.error();
    return isMore;
  });
}

}  // namespace trainyard
