// SPDX-License-Identifier: GPL-3.0-or-later
// A cancel is delivered once its target answers, whatever happened meanwhile to the link, the
// service or the run.
#include "tests/remote/service/runs_fixture.h"
#include "engine/contract/messages.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class CancellationsTest : public RunsFixture {
  Q_OBJECT

  static QString promise() { return QStringLiteral("will be cancelled as soon as far answers"); }
  qsizetype kept() { return m_service->registry.writer.openCancels()->size(); }

  // A run whose cancel could not be delivered.
  QString undelivered() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    if (!QTest::qWaitFor([&] { return points(run) == 1; })) return {};
    site().setAway(true);
    const auto waits = resultOf(m_service->runs.cancel(run));
    return waits && waits->contains(promise()) && site().queue.cancelled == 0 ? run : QString();
  }

 private slots:
  void itWaitsForTheLink() {
    const QString run = undelivered();
    QVERIFY(!run.isEmpty());
    QTRY_VERIFY(runOf(run).reason.contains(QStringLiteral("unreachable since")));
    QVERIFY2(runOf(run).reason.endsWith(promise()), qPrintable(runOf(run).reason));
    QCOMPARE(stateOf(run), QStringLiteral("running"));
    QCOMPARE(kept(), 1);
    // Asked for again, it is the same one.
    QVERIFY(resultOf(m_service->runs.cancel(run))->contains(promise()));
    QCOMPARE(kept(), 1);
    site().setAway(false);
    QTRY_COMPARE(site().queue.cancelled, 1);
    QTRY_COMPARE(kept(), 0);
    QVERIFY(QFile::exists(runOf(run).folder + QStringLiteral("/cancel")));
    QVERIFY2(!runOf(run).reason.contains(promise()), qPrintable(runOf(run).reason));
    happens(run, 1, {ends("cancelled", 143)});
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("cancelled"));
    QCOMPARE(site().queue.cancelled, 1);
  }

  void theNextServiceDeliversIt() {
    const QString run = undelivered();
    QVERIFY(!run.isEmpty());
    restart();
    site().queue.now = running();
    QTRY_COMPARE(site().queue.cancelled, 1);
    QTRY_COMPARE(kept(), 0);
  }

  void aSchedulerThatDoesNotAnswerIsAskedAgain() {
    const QString run = submit();
    site().queue.now = running();
    site().queue.cancelTrouble =
        foreign_error("scheduler.no_answer", {},
                      "the job could not be cancelled: Slurm's controller does not answer",
                      ExitCode::unreachable);
    const auto waits = resultOf(m_service->runs.cancel(run));
    QVERIFY(waits && waits->contains(QStringLiteral("controller does not answer")));
    QVERIFY(runOf(run).reason.contains(promise()));
    site().queue.cancelTrouble.reset();
    emit site().linkChanged();
    QTRY_COMPARE(site().queue.cancelled, 1);
  }

  // As that of a shell that cannot fork: what was promised is kept.
  void anyErrorIsTriedAgain() {
    const QString run = submit();
    site().queue.now = running();
    site().queue.cancelTrouble = foreign_error(
        "host.no_shell", {}, "Resource temporarily unavailable", ExitCode::environment);
    const auto waits = resultOf(m_service->runs.cancel(run));
    QVERIFY(waits && waits->contains(QStringLiteral("Resource temporarily unavailable")));
    emit site().linkChanged();
    QTest::qWait(200);  // a try that fails again
    QCOMPARE(kept(), 1);
    site().queue.cancelTrouble.reset();
    emit site().linkChanged();
    QTRY_COMPARE(site().queue.cancelled, 1);
    QTRY_COMPARE(kept(), 0);
  }

  void tasksOfAnArrayAreMarkedInOneGo() {
    const QString run = submit("resources: {array: '1-20'}\n");
    QVERIFY(!run.isEmpty());
    const int before = site().machine.writes;
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QCOMPARE(site().machine.writes, before);
    for (int task = 1; task <= 20; ++task)
      QVERIFY(QFile::exists(runOf(run).folder + QStringLiteral("/tasks/%1/cancel").arg(task)));
    QVERIFY(QFile::exists(runOf(run).folder + QStringLiteral("/cancel")));
  }

  void aRunThatEndedMeanwhileKeepsItsEnd() {
    const QString run = undelivered();
    QVERIFY(!run.isEmpty());
    happens(run, 1, {step(2), ends("completed", 0)});
    site().queue.now = gone();
    site().setAway(false);
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    QTRY_COMPARE(kept(), 0);
    QCOMPARE(resultOf(m_service->runs.cancel(run)).error().code, std::string("run.ended"));
  }

  void aLaterJobOfTheRunIsNotMeant() {
    const QString run = submit();
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QVERIFY(resultOf(m_service->runs.resume(run, {}, {}, {})));
    QCOMPARE(m_service->registry.store.jobs(run)->last().submission, 2);
    QVERIFY(m_service->registry.writer.openCancel(run, 1));
    restart();
    QTRY_COMPARE(kept(), 0);
    site().queue.now = running();
    QTRY_COMPARE(stateOf(run), QStringLiteral("running"));
    QCOMPARE(site().queue.cancelled, 0);
  }

  void oneOfASubmissionSurvivesTheService() {
    QVERIFY(isBeingSubmitted() && isLeftAlone());
    const QString run = m_asked->run;
    QDir().mkpath(
        path(QStringLiteral("base/far-%1/submissions/1").arg(run.left(8))));  // a job may exist
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QCOMPARE(kept(), 1);
    restart();
    QTRY_COMPARE(site().queue.cancelled, 1);
    QCOMPARE(site().queue.submitted, 1);
    QTRY_COMPARE(kept(), 0);
  }

  void oneOfASubmissionThatCameToNothingIsForgotten() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTRY_VERIFY(m_asked->answer);
    QCOMPARE(stateOf(run), QStringLiteral("cancelled"));
    QTRY_COMPARE(kept(), 0);
  }

  // Its end would have been followed by a further job.
  void aRunThatGoesOnByItselfDoesNotAfterACancel() {
    const QString run =
        submit("restart: {on_time_limit: true}\nresources: {time_limit: '10:00'}\n");
    QVERIFY(!run.isEmpty());
    site().queue.now = running();
    happens(run, 1, {step(1)});
    QTRY_COMPARE(points(run), 1);
    site().queue.cancelTrouble = foreign_error(
        "scheduler.no_answer", {}, "Slurm's controller does not answer", ExitCode::unreachable);
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    happens(run, 1,
            {"\"event\": \"checkpoint\", \"step\": 1, \"path\": \"p\", \"bytes\": 1, "
             "\"stall_seconds\": 0, \"write_seconds\": 0",
             ends("timed_out", 75)});
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("timed_out"));
    QCOMPARE(site().queue.submitted, 1);
  }
};

TRAINYARD_TEST(CancellationsTest);
#include "cancellations_test.moc"
