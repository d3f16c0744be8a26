// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs and their states, as a real server printed them; and what it never should.
#include "remote/schedulers/pbs/pbs_jobs.h"

#include "remote/schedulers/pbs/pbs_commands.h"
#include "tests/qt_tests.h"
#include "tests/remote/schedulers/pbs/recording.h"

using namespace trainyard;
using Phase = JobState::Phase;

class PbsJobsTest : public QObject {
  Q_OBJECT

  static PbsJob only(const char* recording) {
    const QList<PbsJob> jobs = readPbsJobs(pbsRecording(recording));
    return jobs.isEmpty() ? PbsJob() : jobs.first();
  }

 private slots:
  void waitingIsExplained_data() {
    QTest::addColumn<QByteArray>("recording");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const char* code) {
      QTest::newRow(name) << QByteArray(name) << QString::fromLatin1(code);
    };
    row("held.txt", "pbs.reason.held");
    row("never.txt", "pbs.reason.never");
    row("later.txt", "pbs.reason.start_time");
    row("dependency.txt", "pbs.reason.dependency");
    row("queued.txt", "pbs.reason.waits");
  }
  void waitingIsExplained() {
    QFETCH(QByteArray, recording);
    QFETCH(QString, code);
    const PbsJob job = only(recording.constData());
    const JobState state = jobStateFrom(job);
    QCOMPARE(state.phase, Phase::waiting);
    QCOMPARE(QString::fromStdString(state.code), code);
    QVERIFY(!state.reason.isEmpty() && !state.end);
    QCOMPARE(state.waitsForJobs, code == QLatin1String("pbs.reason.dependency"));
  }

  void aRunningJobIsWhole() {
    const PbsJob job = only("running.txt");
    QCOMPARE(job.id, QStringLiteral("21.pbs1"));
    QCOMPARE(job.name, QStringLiteral("fine-0123abcd.1"));
    QCOMPARE(job.token, job.name);
    QCOMPARE(job.owner, QStringLiteral("pat"));
    QCOMPARE(job.queue, QStringLiteral("workq"));
    QCOMPARE(job.nodes, QStringList{QStringLiteral("pbs1")});
    QCOMPARE(job.workFolder, QStringLiteral("/home/pat/runs/r2"));
    QCOMPARE(job.output, QStringLiteral("/home/pat/rec/"));
    QCOMPARE(job.limitSeconds, std::optional<qint64>(300));
    QCOMPARE(job.nodeCount, 1);
    QVERIFY(job.start > 1.79e9 && job.submitted > 1.79e9 && job.start >= job.submitted);
    const JobState state = jobStateFrom(job);
    QCOMPARE(state.phase, Phase::running);
    QCOMPARE(state.restarts, 0);
    QCOMPARE(state.nodes, QStringLiteral("pbs1"));
  }

  void endsAreNamed_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("outcome");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<bool>("wins");
    const auto row = [](const char* name, Outcome outcome, const char* code, int exitCode,
                        bool wins) {
      QTest::newRow(name) << QStringLiteral("%1-0123abcd.1").arg(QLatin1String(name))
                          << static_cast<int>(outcome) << QString::fromLatin1(code) << exitCode
                          << wins;
    };
    row("fine", Outcome::completed, "pbs.completed", 0, false);
    row("code", Outcome::failed, "pbs.failed_with_code", 3, false);
    row("killed", Outcome::failed, "pbs.failed_by_signal", 137, false);
    row("wall", Outcome::timed_out, "pbs.walltime", 143, true);
    row("cancelled", Outcome::cancelled, "pbs.cancelled", 143, true);
    row("after", Outcome::cancelled, "pbs.dependency_failed", 143, true);
    row("held", Outcome::cancelled, "pbs.deleted", 143, true);
  }
  void endsAreNamed() {
    QFETCH(QString, name);
    const QList<PbsJob> jobs = readPbsJobs(pbsRecording("ends.txt"));
    const auto job = std::find_if(jobs.begin(), jobs.end(),
                                  [&](const PbsJob& each) { return each.name == name; });
    QVERIFY(job != jobs.end());
    const JobState state = jobStateFrom(*job);
    QCOMPARE(state.phase, Phase::gone);
    QVERIFY(state.end.has_value());
    QTEST(static_cast<int>(state.end->outcome), "outcome");
    QTEST(QString::fromStdString(state.end->code), "code");
    QTEST(state.end->exitCode, "exitCode");
    QTEST(state.end->wins, "wins");
    QVERIFY(!state.end->reason.isEmpty());
  }

  void whatTheServerKillsForIsNamed_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    QTest::newRow("memory") << -27 << QStringLiteral("pbs.memory");
    QTest::newRow("virtual memory") << -26 << QStringLiteral("pbs.memory");
    QTest::newRow("processors") << -25 << QStringLiteral("pbs.processors");
    QTest::newRow("lost node") << -20 << QStringLiteral("pbs.node_fail");
    QTest::newRow("before its files") << -1 << QStringLiteral("pbs.not_executed");
  }
  void whatTheServerKillsForIsNamed() {
    QFETCH(int, status);
    PbsJob job;
    job.state = QStringLiteral("F");
    job.start = 1;
    job.exitStatus = status;
    const JobState state = jobStateFrom(job);
    QVERIFY(state.end && state.end->wins);
    QTEST(QString::fromStdString(state.end->code), "code");
  }

  void anArraysTasksAreJobs() {
    QStringList ids;
    for (const PbsJob& job : readPbsJobs(pbsRecording("array_ends.txt"))) {
      ids << job.id;
      QCOMPARE(jobStateFrom(job).phase, Phase::gone);
    }
    QCOMPARE(ids, (QStringList{QStringLiteral("29[].pbs1"), QStringLiteral("29[0].pbs1"),
                               QStringLiteral("29[1].pbs1"), QStringLiteral("29[2].pbs1")}));
    QCOMPARE(pbsTaskJob(ids[0], 2), ids[3]);
    QCOMPARE(pbsTaskJob(QStringLiteral("7.pbs1"), 2), QStringLiteral("7.pbs1"));
  }

  void anUnknownJobIsAnAnswer() {
    QVERIFY(!pbsSilence({153, {}, pbsRecording("unknown.err")}));
    for (const char* words :
         {"Connection refused\nqstat: cannot connect to server pbs1 (errno=15010)",
          "pbs_iff: cannot connect to host\nqstat: cannot connect to server pbs1 (errno=-1)"})
      QVERIFY2(pbsSilence({255, {}, words}), words);
    QVERIFY(pbsSilence({124, {}, {}}) && pbsSilence({127, {}, {}}));
  }

  void numbersAreReadExactly() {
    QCOMPARE(pbsSeconds(QStringLiteral("01:02:03")), std::optional<qint64>(3723));
    QCOMPARE(pbsSeconds(QStringLiteral("100:00:00")), std::optional<qint64>(360000));
    QCOMPARE(pbsSeconds(QStringLiteral("90")), std::optional<qint64>(90));
    QVERIFY(!pbsSeconds(QStringLiteral("1:x:3")) && !pbsSeconds(QString()));
    QCOMPARE(pbsMebibytes(QStringLiteral("102400kb")), std::optional<qint64>(100));
    QCOMPARE(pbsMebibytes(QStringLiteral("4gb")), std::optional<qint64>(4096));
    QVERIFY(!pbsMebibytes(QStringLiteral("much")));
    // Versions before 20 print such a name without quotes.
    const auto repaired = pbsJson("{\n  \"Job_Name\":007,\n  \"n\":12\n}");
    QVERIFY(repaired.has_value());
    QCOMPARE(repaired->value(QLatin1String("Job_Name")).toString(), QStringLiteral("007"));
    QVERIFY(!pbsJson("qstat: cannot connect"));
  }

  void damagedTextIsPassedOver() {
    const QByteArray whole = pbsRecording("ends.txt");
    for (qsizetype cut = 0; cut < whole.size(); cut += 97)
      for (const PbsJob& job : readPbsJobs(whole.first(cut))) QVERIFY(!job.id.isEmpty());
    QVERIFY(readPbsJobs("\x00\xff\n\t\n = \nJob Id: \n").size() <= 1);
  }
};

TRAINYARD_TEST(PbsJobsTest);
#include "pbs_jobs_test.moc"
