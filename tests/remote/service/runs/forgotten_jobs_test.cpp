// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that their scheduler forgot before they began.
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

class ForgottenJobsTest : public RunsFixture {
  Q_OBJECT

 private slots:
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

TRAINYARD_TEST(ForgottenJobsTest);
#include "forgotten_jobs_test.moc"
