// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that are followed by further ones of the same run without a person.
#include "tests/remote/service/runs_fixture.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

JobState lost() {
  JobState state = gone(endOf(Outcome::failed, "slurm.lost", 9));
  state.code = "slurm.lost";
  return state;
}

}  // namespace

class ResubmissionTest : public RunsFixture {
  Q_OBJECT

 private slots:
  void aSiteWithoutRequeueIsAskedAgainUntilThereIsNoProgress() {
    site().learned.canRequeue = false;
    const QString run = submit(
        "restart: {on_time_limit: true, max_without_progress: 2}\nresources: {time_limit: "
        "'10:00'}\n");
    QVERIFY(!run.isEmpty());
    const auto attempt = [&](int number, int from, bool progresses) {
      site().queue.now = running();
      QList<QByteArray> bodies{
          "\"event\": \"start\", \"resume_step\": " + QByteArray::number(from) +
          ", \"world_size\": 1, \"device\": \"cpu\""};
      if (progresses)
        bodies << "\"event\": \"checkpoint\", \"step\": " + QByteArray::number(from + 5) +
                      ", \"path\": \"p\", \"bytes\": 1, \"stall_seconds\": 0, \"write_seconds\": 0";
      bodies << ends("timed_out", 75);
      happens(run, number, bodies);
      QTRY_COMPARE(runOf(run).attempt, number);
      QTRY_VERIFY(!m_service->registry.store.attempts(run)->last().outcome ||
                  m_service->registry.store.attempts(run)->last().attempt == number);
      site().queue.now = gone();
    };
    attempt(1, 0, true);
    QTRY_COMPARE(site().queue.submitted, 2);
    attempt(2, 5, false);
    QTRY_COMPARE(site().queue.submitted, 3);
    attempt(3, 5, false);
    QTRY_COMPARE(stateOf(run), QStringLiteral("timed_out"));
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QCOMPARE(site().queue.submitted, 3);
  }

  // A job that may not be requeued at all is not requeued at its time limit either: the submission
  // says so, and the service does it.
  void whatTheSubmissionLeftToTheServiceItDoes() {
    const QString run = submit(
        "restart: {on_time_limit: true, on_preemption: false}\nresources: {time_limit: '10:00'}\n");
    const QString progress = QStringLiteral(
        "\"event\": \"checkpoint\", \"step\": 5, \"path\": \"p\", \"bytes\": 1, \"stall_seconds\": "
        "0, \"write_seconds\": 0");
    site().queue.now = running();
    happens(run, 1, {step(1), progress.toUtf8(), ends("timed_out", 75)});
    QTRY_VERIFY(m_service->registry.store.attempts(run)->size() == 1 &&
                m_service->registry.store.attempts(run)->first().outcome);
    site().setAway(true);
    site().queue.now = gone();
    QTest::qWait(100);  // nothing tells that no job was submitted
    QCOMPARE(site().queue.submitted, 1);
    QVERIFY(isOpen(runOf(run).state));  // what is to follow cannot be read at the moment
    site().setAway(false);
    QTRY_COMPARE(site().queue.submitted, 2);
    // Preempted, it was not to go on.
    site().queue.now = running();
    happens(run, 2, {step(6), progress.toUtf8(), ends("preempted", 75)}, "102");
    QTRY_COMPARE(runOf(run).attempt, 2);
    QTRY_VERIFY(m_service->registry.store.attempts(run)->last().outcome);
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("preempted"));
    QCOMPARE(site().queue.submitted, 2);
  }

  void aLostNodeIsGoneOnFromWhereNothingIsRequeued() {
    site().learned.canRequeue = false;
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1,
            {step(1),
             "\"event\": \"checkpoint\", \"step\": 1, \"path\": \"p\", \"bytes\": 1, "
             "\"stall_seconds\": 0, \"write_seconds\": 0",
             "\"event\": \"end\", \"outcome\": \"failed\", \"exit_code\": 5, \"code\": "
             "\"node.lost\", \"reason\": \"A node was lost.\""});
    QTRY_COMPARE(points(run), 1);
    site().queue.now = gone();
    QTRY_COMPARE(site().queue.submitted, 2);
  }

  // Its controller was killed soon after the release, which the submission script noticed.
  void aJobThatWasForgottenBeforeItBeganIsSubmittedAgain() {
    const QString run = submit();
    const auto forgets = [&](int submission) {
      const QByteArray job = QByteArray::number(100 + submission);
      write(QStringLiteral("base/far-%1/submissions/%2/journal").arg(run.left(8)).arg(submission),
            "sbatch 1\nsaid 0\njob " + job + "\nreleasing 1\nreleased 1\nlost 9\n");
      site().queue.now = lost();
    };
    forgets(1);
    QTRY_COMPARE(site().queue.submitted, 2);
    QCOMPARE(site().queue.requests.back().token, QStringLiteral("far-%1.2").arg(run.left(8)));
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    // What ran counts anew.
    site().queue.now = running();
    happens(run, 1, {step(1), ends("preempted", 75)}, "102");
    QTRY_COMPARE(points(run), 1);
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("preempted"));
    QVERIFY(resultOf(m_service->runs.resume(run, {}, {}, {})));
    for (int submission = 3; submission <= 5; ++submission) {
      forgets(submission);
      QTRY_COMPARE(site().queue.submitted, submission + 1);
    }
    // A cluster that forgets every job is not asked forever.
    forgets(6);
    QTRY_COMPARE(stateOf(run), QStringLiteral("failed"));
    QCOMPARE(runOf(run).code, QStringLiteral("slurm.lost"));
    QCOMPARE(site().queue.submitted, 6);
  }

  void aForgottenJobIsLeftToAPersonWhere_data() {
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QByteArray>("last");
    QTest::addColumn<bool>("isCancelled");
    QTest::addColumn<QString>("state");
    QTest::newRow("it may have been forgotten later")
        << QByteArray() << QByteArray() << false << "failed";
    QTest::newRow("it depends on jobs") << QByteArray("resources: {dependency: 'afterok:7'}\n")
                                        << QByteArray("lost 9\n") << false << "failed";
    QTest::newRow("it was cancelled")
        << QByteArray() << QByteArray("lost 9\n") << true << "cancelled";
  }
  void aForgottenJobIsLeftToAPersonWhere() {
    QFETCH(QByteArray, settings);
    QFETCH(QByteArray, last);
    QFETCH(bool, isCancelled);
    QFETCH(QString, state);
    const QString run = submit(settings);
    const QString folder = QStringLiteral("base/far-%1/").arg(run.left(8));
    write(folder + QStringLiteral("submissions/1/journal"),
          "sbatch 1\nsaid 0\njob 101\nreleasing 1\nreleased 1\n" + last);
    if (isCancelled) write(folder + QStringLiteral("cancel"), {});
    site().queue.now = lost();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QCOMPARE(stateOf(run), state);
    QCOMPARE(site().queue.submitted, 1);
  }
};

TRAINYARD_TEST(ResubmissionTest);
#include "resubmission_test.moc"
