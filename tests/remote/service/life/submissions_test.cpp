// SPDX-License-Identifier: GPL-3.0-or-later
// Submissions to a cluster: they survive the service and broken links, leave nothing when they
// fail, and can be cancelled at any moment.
#include "tests/remote/service/runs_fixture.h"
#include "engine/contract/messages.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class SubmissionsTest : public RunsFixture {
  Q_OBJECT

 private slots:
  void aSubmissionGoesOnAfterTheServiceWasKilled() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    QCOMPARE(stateOf(run), QStringLiteral("preparing"));
    QVERIFY(isLeftAlone());
    QVERIFY(QFile::remove(
        path(QStringLiteral("far.yaml"))));  // what is submitted is what was asked for
    restart();
    QCOMPARE(stateOf(run), QStringLiteral("preparing"));
    // Only now does the new service come to its target.
    QTRY_VERIFY(m_service->site);
    site().queue.now = waitingFor(QStringLiteral("waits"));
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    QCOMPARE(site().queue.submitted, 1);
    QCOMPARE(m_service->registry.writer.openSubmissions()->size(), 0);
    // The client's repeated call finds it.
    auto again = resultOf(m_service->runs.submissions().submit(
        run, QStringLiteral("far"), {path(QStringLiteral("far.yaml")), {}, {}, {}}, {}));
    QVERIFY(again && again->run == run);
    QCOMPARE(site().queue.submitted, 1);
  }

  void aLinkThatBreaksInTheMiddleIsWaitedFor() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    const auto& answer = m_asked->answer;
    site().queue.refusal =
        foreign_error("host.unreachable", {}, "the link broke", ExitCode::unreachable);
    site().queue.isSlow = false;
    QTRY_VERIFY(runOf(run).reason.startsWith(QStringLiteral("waiting: ")));
    QVERIFY(!answer);
    site().queue.refusal.reset();
    site().queue.now = waitingFor(QStringLiteral("waits"));
    emit site().linkChanged();
    QTRY_VERIFY(answer && answer->ok());
    QCOMPARE(site().queue.submitted, 1);
  }

  // Whatever the error was, the job exists, and is found by the next try.
  void anErrorThatHidesTheJobEndsNothing() {
    site().queue.hidesAnswer = foreign_error(
        "host.no_shell", {}, "Resource temporarily unavailable", ExitCode::environment);
    const QString run = newId();
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}),
               answer);
    QTRY_COMPARE(site().queue.submitted, 1);
    QTRY_VERIFY(runOf(run).reason.startsWith(QStringLiteral("waiting: ")));
    QVERIFY(!answer);
    emit site().linkChanged();
    QTRY_VERIFY(answer && answer->ok());
    QCOMPARE(site().queue.submitted, 1);
    QCOMPARE(m_service->registry.store.jobs(run)->size(), 1);
  }

  // A further job after one that was refused is not answered with the old refusal.
  void aRefusedSubmissionIsNotAskedForAgain() {
    const QString run = submit();
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    write(QStringLiteral("base/far-%1/submissions/2/journal").arg(run.left(8)),
          "claimed 1\nsbatch 1\nsaid 1\nrefused 2\n");
    write(QStringLiteral("base/far-%1/withdrawn-3").arg(run.left(8)), "");
    QVERIFY(resultOf(m_service->runs.resume(run, {}, {}, {})));
    QCOMPARE(site().queue.requests.back().submission, 4);
    QCOMPARE(m_service->registry.store.jobs(run)->last().submission, 4);
  }

  void anErrorBeforeTheJobLeavesNothing() {
    site().queue.refusal =
        foreign_error("scheduler.refused", {}, "sbatch says no", ExitCode::refused_by_scheduler);
    const QString run = newId();
    auto refused =
        resultOf(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}));
    QVERIFY(!refused && refused.error().exit_code == ExitCode::refused_by_scheduler);
    QVERIFY(!m_service->registry.store.run(run));
    QVERIFY(QDir(path(QStringLiteral("base"))).isEmpty());
    // A target that was never reached: at once, and nothing is kept.
    site().setAway(true);
    auto away = resultOf(
        m_service->runs.submissions().submit(newId(), QStringLiteral("far"), source(), {}));
    QVERIFY(!away && away.error().exit_code == ExitCode::unreachable);
    QVERIFY(m_service->registry.store.runs()->isEmpty());
  }

  void whenNobodyWaitsAFailedSubmissionStays() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    QVERIFY(isLeftAlone());
    site().queue.refusal =
        foreign_error("scheduler.refused", {}, "sbatch says no", ExitCode::refused_by_scheduler);
    site().queue.isSlow = false;
    QTRY_COMPARE(stateOf(run), QStringLiteral("failed"));
    QCOMPARE(runOf(run).code, QStringLiteral("scheduler.refused"));
    QCOMPARE(runOf(run).exitCode, std::optional<int>(9));
  }

  void aCancelBeforeTheJobRemovesWhatWasMade() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    const auto& answer = m_asked->answer;
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTRY_VERIFY(answer);
    QVERIFY(!*answer && answer->error().code == "run.cancelled");
    QCOMPARE(stateOf(run), QStringLiteral("cancelled"));
    QVERIFY(QDir(path(QStringLiteral("base"))).isEmpty());
    QCOMPARE(site().queue.submitted, 0);
  }

  void aCancelWhileAJobMayExistReachesIt() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    const auto& answer = m_asked->answer;
    QDir().mkpath(path(QStringLiteral("base/far-%1/submissions/1").arg(run.left(8))));
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTest::qWait(50);  // nothing tells that no answer came
    QVERIFY(!answer);
    site().queue.isSlow = false;
    QTRY_COMPARE(site().queue.cancelled, 1);
    QCOMPARE(site().queue.submitted, 1);
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("cancelled"));
  }

  // Somebody asks again while it is not known yet whether the job exists.
  void aSecondCancelReachesItToo() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    QDir().mkpath(path(QStringLiteral("base/far-%1/submissions/1").arg(run.left(8))));
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTest::qWait(50);  // nothing tells that the job is being looked for
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTest::qWait(50);
    QVERIFY(!m_asked->answer);
    site().queue.isSlow = false;
    QTRY_COMPARE(site().queue.cancelled, 1);
    QCOMPARE(site().queue.submitted, 1);
  }

  // Its target was removed from the settings by hand: nothing else is held up.
  void aTargetThatIsNoLongerKnownIsWaitedFor() {
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    QVERIFY(isLeftAlone());
    const QString settings = path(QStringLiteral("targets.json")),
                  kept = path(QStringLiteral("kept"));
    m_service.reset();
    QVERIFY(QFile::rename(settings, kept));
    m_service = std::make_unique<Service>(m_folder->path());
    QTRY_VERIFY(runOf(run).reason.startsWith(QStringLiteral("waiting: ")));
    QCOMPARE(stateOf(run), QStringLiteral("preparing"));
    QVERIFY(QFile::rename(kept, settings));
    QTRY_VERIFY(m_service->site);
    QTRY_COMPARE(site().queue.submitted, 1);
  }

  void tasksOfAnArrayAreRunsUnderIt_data() {
    QTest::addColumn<bool>("isTaskNamed");
    QTest::newRow("the array is resumed") << false;
    QTest::newRow("its task is resumed") << true;
  }
  void tasksOfAnArrayAreRunsUnderIt() {
    QFETCH(bool, isTaskNamed);
    site().queue.tasks = {{1, waitingFor(QStringLiteral("waits"))},
                          {2, waitingFor(QStringLiteral("waits"))}};
    const QString run = submit("resources: {array: '1-2'}\n");
    QVERIFY(!run.isEmpty());
    const auto tasks = *m_service->registry.store.tasksOf(run);
    QCOMPARE(tasks.size(), 2);
    QCOMPARE(tasks[1].arrayIndex, std::optional<int>(2));
    QCOMPARE(tasks[1].folder, path(QStringLiteral("base/far-%1/tasks/2").arg(run.left(8))));
    QTRY_COMPARE(stateOf(tasks[0].run), QStringLiteral("waiting"));
    site().queue.tasks[1] = running();
    QTRY_COMPARE(stateOf(run), QStringLiteral("running"));
    QVERIFY2(runOf(run).reason.startsWith(
                 QStringLiteral("0 of 2 tasks completed, 1 running, 1 waiting")),
             qPrintable(runOf(run).reason));
    const auto writes = [&](int index, int attempt, const QByteArray& job, const QByteArray& end) {
      write(QStringLiteral("base/far-%1/tasks/%2/attempts/000%3/events.jsonl")
                .arg(run.left(8))
                .arg(index)
                .arg(attempt),
            line("\"event\": \"header\", \"format\": 1, \"run\": \"x\", \"attempt\": " +
                     QByteArray::number(attempt) + ", \"nodes\": [\"n1\"], \"job_id\": \"" + job +
                     "\", \"versions\": {}",
                 0) +
                line(step(index), 1) + line(end, 2));
    };
    const auto finishes = [&](int index, const QByteArray& end) {
      writes(index, 1, "101_1", end);
      site().queue.tasks[index] = running();
      QTRY_VERIFY(!isOpen(runOf(tasks[index - 1].run).state));
      site().queue.tasks[index] = gone();
    };
    finishes(1, ends("completed", 0));
    finishes(2, ends("failed", 3));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), QStringLiteral("failed"), 15000);
    QVERIFY2(runOf(run).reason.contains(QStringLiteral("task 2: It says so.")),
             qPrintable(runOf(run).reason));
    QCOMPARE(points(tasks[1].run), 1);
    // Only what is not complete is submitted again, by itself.
    site().queue.now = waitingFor(QStringLiteral("waits"));
    QVERIFY(resultOf(m_service->runs.resume(isTaskNamed ? tasks[1].run : run, {}, {}, {})));
    QCOMPARE(site().queue.submitted, 2);
    QCOMPARE(site().queue.requests.back().folder, tasks[1].folder);
    QTRY_VERIFY(isOpen(runOf(run).state));
    site().queue.now = running();
    writes(2, 2, "102", ends("completed", 0));
    QTRY_COMPARE(stateOf(tasks[1].run), QStringLiteral("completed"));
    site().queue.now = gone();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), QStringLiteral("completed"), 15000);
  }

  // A login that needs somebody, in the middle: it goes on when that was done. So does a command
  // that a sleeping computer kept from its end.
  void whatPassesIsWaitedFor_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"host.needs_person", "host.refused", "program.deadline"})
      QTest::newRow(code) << QString::fromLatin1(code);
  }
  void whatPassesIsWaitedFor() {
    QFETCH(QString, code);
    QVERIFY(isBeingSubmitted());
    const QString run = m_asked->run;
    site().queue.refusal = foreign_error(code.toStdString(), {}, "not now", ExitCode::unreachable);
    site().queue.isSlow = false;
    QTRY_VERIFY(runOf(run).reason.startsWith(QStringLiteral("waiting: ")));
    QVERIFY(!m_asked->answer);
    site().queue.refusal.reset();
    emit site().linkChanged();
    QTRY_VERIFY(m_asked->answer && m_asked->answer->ok());
    QCOMPARE(site().queue.submitted, 1);
  }

  // That a target cannot be had, by whatever reason, ends no submission that may have made a job.
  void aTargetThatIsNotToBeHadLosesNoJob() {
    site().queue.hidesAnswer = foreign_error(
        "host.no_shell", {}, "Resource temporarily unavailable", ExitCode::environment);
    const QString run = newId();
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}),
               answer);
    QTRY_COMPARE(site().queue.submitted, 1);
    site().loginTrouble =
        foreign_error("host.no_rsync", {}, "rsync is gone", ExitCode::environment);
    emit site().linkChanged();
    QTest::qWait(300);  // nothing tells that nothing was given up
    QVERIFY(!answer);
    QCOMPARE(stateOf(run), QStringLiteral("preparing"));
    site().loginTrouble.reset();
    emit site().linkChanged();
    QTRY_VERIFY_WITH_TIMEOUT(answer && answer->ok(), 10000);
    QCOMPARE(site().queue.submitted, 1);
  }

  // While a target stays away, tries that fail in turns do not make the reason change.
  void theReasonOfAWaitStays() {
    std::optional<Error> kept;
    const Error first = foreign_error("host.unreachable", {}, "no route", ExitCode::unreachable);
    QCOMPARE(keptReason(kept, foreign_error("target.connecting", {}, "c", ExitCode::unreachable))
                 .message,
             std::string("c"));
    QCOMPARE(keptReason(kept, first).message, std::string("no route"));
    QCOMPARE(
        keptReason(kept, foreign_error("host.unreachable", {}, "timed out", ExitCode::unreachable))
            .message,
        std::string("no route"));
    QCOMPARE(keptReason(kept, foreign_error("target.connecting", {}, "c", ExitCode::unreachable))
                 .message,
             std::string("no route"));
    QCOMPARE(
        keptReason(kept, foreign_error("host.needs_person", {}, "a code", ExitCode::unreachable))
            .message,
        std::string("a code"));
  }
};

TRAINYARD_TEST(SubmissionsTest);
#include "submissions_test.moc"
