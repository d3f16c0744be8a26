// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on a cluster: nothing is concluded from silence, every end gets its right word.
#include <QSignalSpy>

#include "tests/remote/service/runs_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class RunsTest : public RunsFixture {
  Q_OBJECT

 private slots:
  void aRunGoesFromTheQueueToItsEnd() {
    const QString run = submit();
    QVERIFY(!run.isEmpty());
    QCOMPARE(site().queue.requests.front().token, QStringLiteral("far-%1.1").arg(run.left(8)));
    site().queue.now = waitingFor(QStringLiteral("waits for 2 nodes"));
    site().queue.now.expectedStart = 4102444800;
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("waits for 2 nodes"));
    QCOMPARE(stateOf(run), QStringLiteral("waiting"));
    QCOMPARE(runOf(run).expectedStart, 4102444800.0);
    QCOMPARE(m_service->registry.store.jobs(run)->last().token,
             QStringLiteral("far-%1.1").arg(run.left(8)));
    site().queue.now = running();
    happens(run, 1, {step(1), step(2)});
    QTRY_COMPARE(points(run), 2);
    QCOMPARE(stateOf(run), QStringLiteral("running"));
    QCOMPARE(runOf(run).expectedStart, 0.0);
    happens(run, 1, {step(3), ends("completed", 0)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QCOMPARE(points(run), 3);
  }

  void nothingIsConcludedWhileTheTargetIsAway_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"host.unreachable", "host.refused", "host.needs_person"})
      QTest::newRow(code) << QString::fromLatin1(code);
  }
  void nothingIsConcludedWhileTheTargetIsAway() {
    QFETCH(QString, code);
    site().machine.awayCode = code.toStdString();
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    QTRY_COMPARE(points(run), 1);
    site().setAway(true);
    QTRY_VERIFY(runOf(run).reason.contains(QStringLiteral("unreachable since")));
    QVERIFY(runOf(run).reason.contains(QStringLiteral("state as of")));
    QVERIFY(isStale(runOf(run)));
    QCOMPARE(stateOf(run), QStringLiteral("running"));
    happens(run, 1, {step(2), step(3)});
    // Another run, here, is not held up.
    QVERIFY(resultOf(m_service->runs.scan(QStringLiteral("here"), {})));
    site().setAway(false);
    QTRY_COMPARE(points(run), 3);
    QTRY_VERIFY(runOf(run).reason.isEmpty());
    QVERIFY(!isStale(runOf(run)));
    QCOMPARE(stateOf(run), QStringLiteral("running"));
  }

  void aSilentSchedulerChangesNothing() {
    const QString run = submit();
    site().queue.now = waitingFor(QStringLiteral("waits for its turn"));
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("waits for its turn"));
    JobState silent;
    silent.reason = QStringLiteral("Slurm's controller does not answer");
    site().queue.now = silent;
    QTRY_COMPARE(runOf(run).reason, silent.reason);
    QCOMPARE(stateOf(run), QStringLiteral("waiting"));
    site().queue.now = waitingFor(QStringLiteral("waits for its turn"));
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("waits for its turn"));
  }

  void aRequeueIsAnAttemptOfTheSameRun() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), step(2)});
    QTRY_COMPARE(points(run), 2);
    QSignalSpy changes(&m_service->registry, &RunRegistry::changed);
    QStringList states;
    connect(&m_service->registry, &RunRegistry::changed, &changes,
            [&](const QString&) { states << stateOf(run); });
    site().queue.now = waitingFor(QStringLiteral("waits until it may begin again"), 1);
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    QVERIFY2(runOf(run).reason.startsWith(QStringLiteral("requeued: ")),
             qPrintable(runOf(run).reason));
    QCOMPARE(m_service->registry.store.attempts(run)->first().code,
             QStringLiteral("attempt.superseded"));
    site().queue.now = running(1);
    happens(run, 2,
            {"\"event\": \"start\", \"resume_step\": 1, \"total_steps\": 3, \"world_size\": 1, "
             "\"device\": \"cpu\"",
             step(2), step(3), ends("completed", 0)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    QCOMPARE(m_service->registry.store.attempts(run)->size(), 2);
    QCOMPARE(points(run), 3);  // step 2 of the first attempt counts no more
    QVERIFY(!states.contains(QStringLiteral("failed")));
  }

  // Saved near its time limit and started again by the scheduler: never shown as over in between.
  void anEndThatTheSchedulerFollowsUpIsNotTheRunsEnd() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("timed_out", 75)});
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("It says so."));
    QCOMPARE(stateOf(run), QStringLiteral("running"));
    site().queue.now = waitingFor(QStringLiteral("waits"), 1);
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    site().queue.now = running(1);
    happens(run, 2, {step(2), ends("timed_out", 75)});
    QTRY_COMPARE(points(run), 2);
    site().queue.now = gone(endOf(Outcome::timed_out, "slurm.timeout", 75));
    QTRY_COMPARE(stateOf(run), QStringLiteral("timed_out"));
    QCOMPARE(runOf(run).reason, QStringLiteral("It says so."));
  }

  // The agent put the job back; Slurm goes on cleaning up after it for a while.
  void whatTheAgentRequeuedWaits() {
    const QString run = submit();
    site().queue.now = running();
    const QByteArray word =
        "\"event\": \"message\", \"level\": \"info\", \"code\": \"restart.requeued\", \"text\": "
        "\"A node was lost; it goes on.\"";
    happens(run, 1, {step(1), word, ends("failed", 5)});
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("requeued: A node was lost; it goes on."));
    QCOMPARE(stateOf(run), QStringLiteral("waiting"));
    JobState ending = running(1);
    ending.code = "slurm.completing";
    ending.isEnding = true;
    site().queue.now = ending;
    QTest::qWait(100);  // nothing tells that the run did not change
    QCOMPARE(stateOf(run), QStringLiteral("waiting"));
    site().queue.now = running(1);
    QTRY_COMPARE(stateOf(run), QStringLiteral("running"));
    happens(run, 2, {step(2), ends("completed", 0)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    // Where Slurm refuses that, the run ends as its attempt did.
    site().queue.now = gone();
    const QString other = submit();
    site().queue.now = running();
    happens(other, 1, {step(1), word, ends("failed", 5)}, "102");
    QTRY_COMPARE(runOf(other).reason, QStringLiteral("requeued: A node was lost; it goes on."));
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(other), QStringLiteral("failed"));
    QCOMPARE(runOf(other).reason, QStringLiteral("It says so."));
  }

  // A controller that was killed before it wrote the job's end down puts it into the queue once
  // more; its agent does nothing then.
  void whatItsJobCompletedStaysCompleted() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("completed", 0)});
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("It says so."));
    site().queue.now = waitingFor(QStringLiteral("held"));
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    QCOMPARE(runOf(run).reason, QStringLiteral("It says so."));
  }

  void theSchedulersWordWins() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("failed", 137)});
    QTRY_COMPARE(points(run), 1);
    site().queue.now = gone(endOf(Outcome::preempted, "slurm.preempted", 75));
    QTRY_COMPARE(stateOf(run), QStringLiteral("preempted"));
    QCOMPARE(runOf(run).reason, QStringLiteral("Slurm says so."));
    QCOMPARE(m_service->registry.store.attempts(run)->first().code,
             QStringLiteral("slurm.preempted"));
    // What completed stays so.
    const QString good = submit();
    site().queue.now = running();
    happens(good, 1, {ends("completed", 0)});
    QTRY_COMPARE(stateOf(good), QStringLiteral("completed"));
    site().queue.now = gone(endOf(Outcome::timed_out, "slurm.timeout", 75));
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QCOMPARE(stateOf(good), QStringLiteral("completed"));
  }

  void endsWithoutAWord_data() {
    QTest::addColumn<bool>("hasAttempt");
    QTest::addColumn<bool>("hasOutput");
    QTest::addColumn<bool>("hasEnd");
    QTest::addColumn<QString>("code");
    QTest::newRow("attempt, scheduler knows") << true << true << true << "slurm.lost";
    QTest::newRow("attempt, nobody knows") << true << true << false << "job.unknown_end";
    QTest::newRow("no attempt, scheduler knows") << false << true << true << "slurm.lost";
    QTest::newRow("no attempt, nobody knows") << false << true << false << "job.no_attempt";
    QTest::newRow("no output, nobody knows") << false << false << false << "target.base_unseen";
  }
  void endsWithoutAWord() {
    QFETCH(bool, hasAttempt);
    QFETCH(bool, hasOutput);
    QFETCH(bool, hasEnd);
    QFETCH(QString, code);
    const QString run = submit();
    if (hasOutput)
      write(QStringLiteral("base/far-%1/submissions/1/output-101.log").arg(run.left(8)), {});
    if (hasAttempt) {
      site().queue.now = running();
      happens(run, 1, {step(1)});
      QTRY_COMPARE(points(run), 1);
      happens(run, 1, {step(2)});
    }
    site().queue.now = hasEnd ? gone(endOf(Outcome::failed, "slurm.lost", 1)) : gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QCOMPARE(runOf(run).code, code);
    QCOMPARE(stateOf(run), QStringLiteral("failed"));
    QCOMPARE(points(run), hasAttempt ? 2 : 0);  // the file was read to its end first
    // One click submits it again.
    site().queue.now = waitingFor(QStringLiteral("waits"));
    QVERIFY(resultOf(m_service->runs.resume(run, {}, {}, {})));
    QCOMPARE(site().queue.requests.back().token, QStringLiteral("far-%1.2").arg(run.left(8)));
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
  }

  void whereForwardsAreRefusedTheFileIsRead() {
    site().machine.refusesForwards = true;
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    write(QStringLiteral("base/far-%1/attempts/0001/agent.json").arg(run.left(8)),
          R"({"addresses": ["127.0.0.1"], "port": 9, "token": "x"})");
    QTRY_VERIFY(runOf(run).reason.contains(QStringLiteral("forbids port forwarding")));
    for (int i = 2; i <= 20; ++i) {
      happens(run, 1, {step(i)});
      QTest::qWait(5);
    }
    QTRY_COMPARE(points(run), 20);
    QVERIFY(runOf(run).reason.contains(QStringLiteral("forbids port forwarding")));
    QCOMPARE(m_service->targets.facts(QStringLiteral("far")).canForward,
             std::optional<bool>(false));
  }

  void runsOfTheBaseThatAreNotKnownAreFound() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("completed", 0)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QVERIFY(m_service->registry.writer.removeRun(run));
    QDir().mkpath(path(QStringLiteral("base/no-run")));
    auto added = resultOf(m_service->runs.scan(QStringLiteral("far"), {}));
    QVERIFY(added && added->added == 1);
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    QCOMPARE(points(run), 1);
    added = resultOf(m_service->runs.scan(QStringLiteral("far"), {}));
    QVERIFY(added && added->added == 0);
  }

  void aTargetInUseIsNotRemovedAndItsFactsAreKept() {
    site().learned.schedulerVersion = QStringLiteral("22.05.8");
    const QString run = submit();
    const auto refused = resultOf(m_service->targets.remove(QStringLiteral("far")));
    QVERIFY(!refused && refused.error().code == "target.in_use");
    QCOMPARE(m_service->targets.list()->last().facts.schedulerVersion, QStringLiteral("22.05.8"));
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QVERIFY(resultOf(m_service->targets.remove(QStringLiteral("far"))));
    QCOMPARE(m_service->targets.list()->size(), 1);
    const auto unknown = resultOf(m_service->runs.resume(run, {}, {}, {}));
    QVERIFY(!unknown && unknown.error().code == "target.unknown");
  }
};

TRAINYARD_TEST(RunsTest);
#include "runs_test.moc"
