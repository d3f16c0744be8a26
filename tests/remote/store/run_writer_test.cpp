// SPDX-License-Identifier: GPL-3.0-or-later
// One file because every test brings the same store into the state that it looks at.
#include "remote/store/database.h"
#include "remote/store/run_writer.h"

#include <cmath>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "remote/store/run_store.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

// SQLite's way to the disk goes through these.
static int synced = 0;
extern "C" int fsync(int file) {
  ++synced;
  return static_cast<int>(::syscall(SYS_fsync, file));
}
extern "C" int fdatasync(int file) {
  ++synced;
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}

class RunWriterTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  QString m_path;

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("deep/runs.sqlite"));
  }

  void noFileIsAnEmptyHistory() {
    RunStore store(m_path);
    QVERIFY(store.runs());
    QVERIFY(store.runs()->isEmpty());
    QCOMPARE(store.run(runId).error().code, std::string("run.unknown"));
  }

  // What is prepared once stays, but nothing stays open: the log is folded into the database.
  void importsAndLooksLeaveTheLogFree() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    RunStore store(m_path);
    for (int round = 0; round < 3; ++round) {
      QVERIFY(writer.importEvents(runId, 1, attemptEvents(1, 20 * round, 20, 1), 500, 0));
      QVERIFY(store.run(runId));
      QVERIFY(!store.run(QStringLiteral("unknown")));
    }
    const QString connection = QStringLiteral("third");
    QVERIFY(openDatabase(m_path, connection, OpenMode::write));
    auto folded = execute(connection, QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)"));
    QVERIFY(folded && folded->next());
    QCOMPARE(folded->value(0).toInt(), 0);  // not busy
    folded->finish();
    closeDatabase(connection);
    QCOMPARE(QFileInfo(m_path + QStringLiteral("-wal")).size(), 0);
  }

  void importingTwiceChangesNothing() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    const auto events = attemptEvents(1, 0, 20, 1);
    auto fresh = writer.importEvents(runId, 1, events, 500, 0);
    QVERIFY(fresh);
    QCOMPARE(fresh->size(), events.size());
    auto again = writer.importEvents(runId, 1, events, 500, 0);
    QVERIFY(again);
    QCOMPARE(again->size(), std::size_t(0));
    // A reader that lost its place sends a part again with something new behind it.
    std::vector<Event> overlap(events.begin() + 10, events.end());
    overlap.push_back(at(22, loss(21, std::nan(""))));
    QCOMPARE(writer.importEvents(runId, 1, overlap, 600, 0)->size(), std::size_t(1));

    RunStore store(m_path);
    auto series = store.curves().series(runId, QStringLiteral("train/loss"));
    QVERIFY(series);
    QCOMPARE(series->size(), 21);
    QCOMPARE(series->at(4).step, std::optional<qint64>(5));
    QCOMPARE(series->at(4).value, 5.0);
    QVERIFY(std::isnan(series->last().value));
    auto metrics = store.metrics(runId);
    QCOMPARE(metrics->first().points, qint64(21));
    QCOMPARE(metrics->first().minimum, 1.0);
    QCOMPARE(metrics->first().maximum, 20.0);
    QCOMPARE(writer.cursors(runId)->first().offset, qint64(600));
    QCOMPARE(store.run(runId)->state, RunState::running);
    QCOMPARE(store.run(runId)->step, std::optional<qint64>(21));
  }

  void aResumedAttemptSupersedesLaterSteps() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    QVERIFY(writer.importEvents(runId, 1, attemptEvents(1, 0, 20, 1), 500, 0));
    QVERIFY(writer.importEvents(runId, 2, attemptEvents(2, 12, 3, 100), 300, 0));
    RunStore store(m_path);
    auto shown = store.curves().series(runId, QStringLiteral("train/loss"));
    QCOMPARE(shown->size(), 15);
    for (qsizetype i = 0; i < shown->size(); ++i)
      QCOMPARE(shown->at(i).step, std::optional<qint64>(i + 1));
    auto all =
        store.curves().series(runId, QStringLiteral("train/loss"), RunCurves::Superseded::include);
    QCOMPARE(all->size(), 23);
    QVERIFY(all->at(15).superseded);
    QVERIFY(!all->at(11).superseded);
    auto metrics = store.metrics(runId);
    QCOMPARE(metrics->first().points, qint64(15));
    QCOMPARE(metrics->first().maximum, 1500.0);
    QCOMPARE(store.curves().seriesAfter(runId, QStringLiteral("train/loss"), 1, 21)->size(), 3);
    QCOMPARE(store.run(runId)->attempt, 2);
  }

  void anEndClosesRunAndAttempt() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    EndEvent end;
    end.outcome = Outcome::failed;
    end.exit_code = 4;
    end.code = "rank.out_of_memory";
    end.reason = "Rank 1 was killed.";
    end.rank = 1;
    auto events = attemptEvents(1, 0, 2, 1);
    events.push_back(at(4, end));
    QVERIFY(writer.importEvents(runId, 1, events, 500, 2));
    RunStore store(m_path);
    const RunRecord run = *store.run(runId);
    QCOMPARE(run.state, RunState::failed);
    QCOMPARE(run.exitCode, std::optional<int>(4));
    QCOMPARE(run.rank, std::optional<int>(1));
    QCOMPARE(run.reason, QStringLiteral("Rank 1 was killed."));
    // A late verdict does not replace what the agent said.
    QVERIFY(writer.closeAttempt(runId, 1, RunState::cancelled, QStringLiteral("x"),
                                Message(QStringLiteral("y")), 1));
    QCOMPARE(store.run(runId)->state, RunState::failed);
  }

  void findsRunsByWhatPeopleWrite() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(QStringLiteral("aaaa1111-8b86-4011-b42d-00c04fc964ff"), 1)));
    QVERIFY(writer.addRun(runNamed(QStringLiteral("aaaa2222-8b86-4011-b42d-00c04fc964ff"), 2)));
    RunStore store(m_path);
    QCOMPARE(store.resolve(QStringLiteral("last"))->run.left(8), QStringLiteral("aaaa2222"));
    QCOMPARE(store.resolve(QStringLiteral("AAAA1"))->run.left(8), QStringLiteral("aaaa1111"));
    QCOMPARE(store.resolve(QStringLiteral("test-aaaa1111"))->run.left(8),
             QStringLiteral("aaaa1111"));
    QCOMPARE(store.resolve(QStringLiteral("aaaa")).error().code, std::string("run.ambiguous"));
    QCOMPARE(store.resolve(QStringLiteral("%")).error().code, std::string("run.unknown"));
    QCOMPARE(store.resolve(QString()).error().code, std::string("run.unknown"));
  }

  void removingARunRemovesAllOfIt() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    QVERIFY(writer.importEvents(runId, 1, attemptEvents(1, 0, 5, 1), 500, 0));
    QVERIFY(writer.removeRun(runId));
    RunStore store(m_path);
    QVERIFY(store.runs()->isEmpty());
    QVERIFY(store.curves().series(runId, QStringLiteral("train/loss"))->isEmpty());
    QVERIFY(store.attempts(runId)->isEmpty());
  }

  void longCurvesAreReducedAndKeepTheirPeaks() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    auto events = attemptEvents(1, 0, 5000, 0.001);
    std::get<MetricsEvent>(events[1234].body).values[0].second = 99;
    QVERIFY(writer.importEvents(runId, 1, events, 500, 0));
    RunStore store(m_path);
    auto reduced = store.curves().curve(runId, QStringLiteral("train/loss"), std::nullopt, 100);
    QVERIFY(reduced->columns.size() <= 100);
    QCOMPARE(reduced->whole.highest.y, 99.0);
    QVERIFY(std::any_of(reduced->columns.begin(), reduced->columns.end(),
                        [](const CurveBlock& column) { return column.highest.y == 99; }));
    QCOMPARE(reduced->columns.first().first.x, 1.0);
    QCOMPARE(reduced->columns.last().last.x, 5000.0);
  }

  // A file as version 1 of the schema left it, with two runs.
  void aFileOfTheFirstSchemaIsBroughtUpToDate() {
    QFile dump(QStringLiteral(TRAINYARD_SOURCE_FOLDER "/tests/fixtures/store/runs_schema_1.sql"));
    QVERIFY(dump.open(QIODevice::ReadOnly));
    QDir().mkpath(QFileInfo(m_path).path());
    {
      QSqlDatabase database =
          QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("older"));
      database.setDatabaseName(m_path);
      QVERIFY(database.open());
      // A statement ends with its line.
      for (const QString& statement :
           QString::fromUtf8(dump.readAll()).split(QStringLiteral(";\n"), Qt::SkipEmptyParts))
        QVERIFY2(QSqlQuery(database).exec(statement), qPrintable(statement));
      database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("older"));
    QCOMPARE(RunStore(m_path).runs().error().code, std::string("store.older"));
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    RunStore store(m_path);
    const auto runs = store.runs();
    QVERIFY(runs);
    QCOMPARE(runs->size(), 2);
    const RunRecord& kept = runs->last();
    QCOMPARE(kept.name, QStringLiteral("kept"));
    QCOMPARE(kept.state, RunState::completed);
    QVERIFY(kept.parent.isEmpty() && !kept.arrayIndex && kept.expectedStart == 0);
    QCOMPARE(store.jobs(kept.run)->first().token, QString());
    QCOMPARE(store.curves().series(kept.run, QStringLiteral("train/loss"))->last().value, 3.5);
    QCOMPARE(kept.trainLoss, std::optional<double>(3.5));
    // It takes what only the new schema holds, and the old file is kept beside it.
    RunRecord task = runNamed(runId);
    task.parent = kept.run;
    task.arrayIndex = 3;
    QVERIFY(writer.addRun(task));
    QCOMPARE(store.tasksOf(kept.run)->first().arrayIndex, std::optional<int>(3));
    QVERIFY(QFile::exists(m_path + QStringLiteral(".schema-1")));
  }

  void aFileOfTheSecondSchemaIsBroughtUpToDate() {
    {
      RunWriter writer(m_path);
      QVERIFY(writer.open());
      QVERIFY(writer.addRun(runNamed(runId)));
    }
    {
      QSqlDatabase database =
          QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("second"));
      database.setDatabaseName(m_path);
      QVERIFY(database.open());
      for (const char* statement : backToFifthSchema)
        QVERIFY2(QSqlQuery(database).exec(QLatin1String(statement)), statement);
      for (const char* statement :
           {"DROP TABLE open_cancels", "DROP INDEX runs_study",
            "ALTER TABLE runs DROP COLUMN waits_for", "ALTER TABLE runs DROP COLUMN study",
            "ALTER TABLE runs DROP COLUMN study_values", "ALTER TABLE runs DROP COLUMN reason_code",
            "ALTER TABLE runs DROP COLUMN reason_arguments",
            "ALTER TABLE runs DROP COLUMN clock_offset",
            "ALTER TABLE attempts DROP COLUMN reason_code",
            "ALTER TABLE attempts DROP COLUMN reason_arguments", "PRAGMA user_version = 2"})
        QVERIFY(QSqlQuery(database).exec(QLatin1String(statement)));
      database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("second"));
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.openCancel(runId, 1));
    QCOMPARE(writer.openCancels()->size(), 1);
    QCOMPARE(RunStore(m_path).runs()->size(), 1);
    QVERIFY(QFile::exists(m_path + QStringLiteral(".schema-2")));
  }

  void aFileOfTheFourthSchemaIsBroughtUpToDate() {
    {
      RunWriter writer(m_path);
      QVERIFY(writer.open());
      QVERIFY(writer.addRun(runNamed(runId)));
    }
    {
      QSqlDatabase database =
          QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("fourth"));
      database.setDatabaseName(m_path);
      QVERIFY(database.open());
      for (const char* statement : backToFifthSchema)
        QVERIFY2(QSqlQuery(database).exec(QLatin1String(statement)), statement);
      for (const char* statement :
           {"DROP INDEX runs_study", "ALTER TABLE runs DROP COLUMN waits_for",
            "ALTER TABLE runs DROP COLUMN study", "ALTER TABLE runs DROP COLUMN study_values",
            "PRAGMA user_version = 4"})
        QVERIFY2(QSqlQuery(database).exec(QLatin1String(statement)), statement);
      database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("fourth"));
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    RunRecord other = runNamed(QStringLiteral("bbbbbbbb-0000-4000-8000-000000000000"));
    other.after = {QStringLiteral("completed:") + runId};
    other.study = QStringLiteral("cccccccc-0000-4000-8000-000000000000");
    other.studyValues = {QStringLiteral("seed=1"), QStringLiteral("data.train=[a, b]")};
    other.studyKey = QStringLiteral("5f");
    QVERIFY(writer.addRun(other));
    RunStore store(m_path);
    const auto old = store.run(runId);
    QVERIFY(old && old->after.isEmpty() && old->study.isEmpty() && old->studyValues.isEmpty());
    const auto study = store.study(QStringLiteral("CCCC"));
    QVERIFY(study);
    QCOMPARE(study->size(), 1);
    QCOMPARE(study->first().run, other.run);
    QCOMPARE(study->first().after, other.after);
    QCOMPARE(study->first().studyValues, other.studyValues);
    const auto sameKey = store.newestWithStudyKey(QStringLiteral("5f"));
    QVERIFY(sameKey && *sameKey && (*sameKey)->run == other.run);
    QVERIFY(!*store.newestWithStudyKey(QStringLiteral("5e")));
    QVERIFY(store.study(QStringLiteral("ccc"))->isEmpty());  // too short to mean one
    QVERIFY(store.study(QStringLiteral("dddd"))->isEmpty());
    QVERIFY(QFile::exists(m_path + QStringLiteral(".schema-4")));
  }

  // What is promised or started is on the disk before it is; metrics need not be.
  void intentsSurviveAPowerCut() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    const auto syncsOf = [](const Result<void>& done) {
      const int before = std::exchange(synced, 0);
      return done ? before : -1;
    };
    synced = 0;
    QVERIFY(writer.importEvents(runId, 1, attemptEvents(1, 0, 20, 1), 500, 0));
    QCOMPARE(std::exchange(synced, 0), 0);
    QVERIFY(syncsOf(writer.openSubmission(runId, "{}")) > 0);
    QVERIFY(syncsOf(writer.addJob(runId, {1, "slurm", "7", 1, "t.1", 0})) > 0);
    QVERIFY(syncsOf(writer.openCancel(runId, 1)) > 0);
    QCOMPARE(syncsOf(writer.setReason(runId, {})), 0);
  }

  void onlyItsOwnerReadsIt() {
    const mode_t before = ::umask(022);
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    ::umask(before);
    for (const char* name : {"", "-wal", "-shm"}) {
      struct stat status{};
      QCOMPARE(::stat(QFile::encodeName(m_path + QLatin1String(name)).constData(), &status), 0);
      QCOMPARE(status.st_mode & 0777, mode_t(0600));
    }
  }

  void aCancelThatWasNotDeliveredIsSaidOfAnOpenRun() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    QVERIFY(writer.setOpen(runId, RunState::running, Message(QStringLiteral("why"))));
    RunStore store(m_path);
    const auto reason = [&] { return store.run(runId)->reason; };
    QVERIFY(writer.openCancel(runId, 2));
    QCOMPARE(reason(), QStringLiteral("why"));
    QVERIFY(writer.noteUndelivered(runId));
    QCOMPARE(reason(), QStringLiteral("why; will be cancelled as soon as here answers"));
    QVERIFY(writer.openCancel(runId, 3));
    QCOMPARE(writer.openCancels()->first().submission, 3);
    QVERIFY(writer.setReason(runId, {}));
    QCOMPARE(reason(), QStringLiteral("will be cancelled as soon as here answers"));
    QVERIFY(writer.setEnded(runId, RunState::failed, QStringLiteral("code"),
                            Message(QStringLiteral("ended")), 1));
    QCOMPARE(reason(), QStringLiteral("ended"));
    QVERIFY(writer.closeCancel(runId));
    QVERIFY(writer.openCancels()->isEmpty());
    QVERIFY(writer.openCancel(runId, 1));
    QVERIFY(writer.removeRun(runId));
    QVERIFY(writer.openCancels()->isEmpty());
  }

  void anOpenSubmissionIsKeptUntilItIsClosed() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    QVERIFY(writer.openSubmission(runId, "{\"text\":\"first\"}"));
    QVERIFY(writer.openSubmission(runId, "{\"text\":\"second\"}"));
    QCOMPARE(writer.openSubmissions()->size(), 1);
    QCOMPARE(writer.openSubmissions()->first().request, QByteArray("{\"text\":\"second\"}"));
    QVERIFY(writer.closeSubmission(runId));
    QVERIFY(writer.openSubmissions()->isEmpty());
    QVERIFY(writer.openSubmission(runId, "{}"));
    QVERIFY(writer.removeRun(runId));
    QVERIFY(writer.openSubmissions()->isEmpty());
  }

  // Where a scheduler may start a run again, some ends are the attempt's alone.
  void anEndMayBeTheAttemptsAlone() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    EndEvent end;
    end.outcome = Outcome::preempted;
    end.exit_code = 75;
    end.code = "agent.stopped";
    end.reason = "Stopped.";
    std::vector<Event> events = attemptEvents(1, 0, 2, 1);
    events.push_back(at(10, end));
    QVERIFY(writer.importEvents(runId, 1, events, 900, 0, OnEnd::endAttempt));
    RunStore store(m_path);
    QCOMPARE(store.run(runId)->state, RunState::running);
    QCOMPARE(store.attempts(runId)->first().outcome, std::optional(RunState::preempted));
    QVERIFY(writer.replaceEnd(runId, 1, RunState::timed_out, QStringLiteral("slurm.timeout"),
                              Message(QStringLiteral("Out of time.")), 75));
    QCOMPARE(store.run(runId)->state, RunState::running);
    QVERIFY(writer.endAs(runId, 1));
    QCOMPARE(store.run(runId)->state, RunState::timed_out);
    QCOMPARE(store.run(runId)->reason, QStringLiteral("Out of time."));
    QVERIFY(store.run(runId)->ended > 0);
    QVERIFY(writer.setReason(runId, Message(QStringLiteral("too late"))));
    QCOMPARE(store.run(runId)->reason, QStringLiteral("Out of time."));
  }

  void aDamagedOrNewerFileIsOneSentence() {
    QFile file(m_folder->filePath(QStringLiteral("damaged.sqlite")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(8192, 'x'));
    file.close();
    QCOMPARE(RunStore(file.fileName()).runs().error().code, std::string("store.damaged"));
    QCOMPARE(RunWriter(file.fileName()).open().error().code, std::string("store.damaged"));
    {
      RunWriter writer(m_path);
      QVERIFY(writer.open());
    }
    {
      QSqlDatabase database =
          QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("newer"));
      database.setDatabaseName(m_path);
      QVERIFY(database.open());
      QSqlQuery(database).exec(QStringLiteral("PRAGMA user_version = %1").arg(schemaVersion + 1));
      database.close();
    }
    QSqlDatabase::removeDatabase(QStringLiteral("newer"));
    QCOMPARE(RunStore(m_path).runs().error().code, std::string("store.newer"));
    QCOMPARE(RunWriter(m_path).open().error().code, std::string("store.newer"));
  }

  // An evaluation of an older step, or a value that is told late, is not the newest.
  void anOlderStepThatComesLateIsNotTheNewest() {
    RunWriter writer(m_path);
    QVERIFY(writer.open());
    QVERIFY(writer.addRun(runNamed(runId)));
    auto events = attemptEvents(1, 0, 20, 1);
    events.push_back(at(40, loss(9, 500)));
    QVERIFY(writer.importEvents(runId, 1, events, 500, 0));
    RunStore store(m_path);
    QCOMPARE(store.run(runId)->step, std::optional<qint64>(20));
    QCOMPARE(store.run(runId)->trainLoss, std::optional(20.0));
    const auto metrics = store.metrics(runId);
    QCOMPARE(metrics->first().points, qint64(21));
    QCOMPARE(metrics->first().maximum, 500.0);
    QCOMPARE(metrics->first().last.step, std::optional<qint64>(20));
    // The same when points stopped counting, and in an attempt that begins again.
    QVERIFY(writer.importEvents(runId, 2, attemptEvents(2, 12, 3, 100), 300, 0));
    QCOMPARE(store.run(runId)->step, std::optional<qint64>(15));
    QCOMPARE(store.run(runId)->trainLoss, std::optional(1500.0));
    HeaderEvent header;
    header.attempt = 3;
    QVERIFY(writer.importEvents(runId, 3, {at(0, header), at(1, loss(1, 7))}, 300, 0));
    QCOMPARE(store.run(runId)->step, std::optional<qint64>(1));
    QCOMPARE(store.run(runId)->trainLoss, std::optional(7.0));
  }
};

TRAINYARD_TEST(RunWriterTest);
#include "run_writer_test.moc"
