// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler against a real Slurm: submission, every kind of end that can be made within a
// minute, refusals, a controller that goes away.
#include <QDir>
#include <QTest>

#include "remote/host/local_host.h"
#include "remote/schedulers/slurm/slurm_scheduler.h"
#include "remote/schedulers/slurm/slurm_submission.h"
#include "tests/remote/result_of.h"
#include "tests/remote/schedulers/practice_cluster.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using Phase = JobState::Phase;

class SlurmLiveTest : public QObject {
  Q_OBJECT

  PracticeCluster m_cluster;
  LocalHost m_host;
  QTemporaryDir m_runs;
  TargetFacts m_facts;
  std::unique_ptr<SlurmScheduler> m_slurm;
  std::optional<JobPlace> m_first;  // a job that ended at the very beginning

  JobRequest request(const QString& name, const QByteArray& script) {
    JobRequest request;
    request.folder = m_runs.filePath(name);
    request.token = name + QStringLiteral("-12345678.1");
    QDir().mkpath(request.folder);
    QFile file(request.folder + QStringLiteral("/job.sh"));
    if (file.open(QIODevice::WriteOnly)) file.write("#!/bin/bash\n#SBATCH --mem=100M\n" + script);
    return request;
  }

  static JobPlace placeOf(const JobRequest& request, const QString& job) {
    return {request.folder, request.submission,
            request.token,  job,
            std::nullopt,   static_cast<double>(QDateTime::currentSecsSinceEpoch())};
  }

  // The state as soon as `isThere` holds, or the last one after 60 s.
  template <class Condition>
  JobState stateWhen(const JobPlace& place, Condition isThere) {
    JobState state;
    const QDeadlineTimer deadline(60000);
    while (!deadline.hasExpired()) {
      auto now = resultOf(m_slurm->state(place, {}));
      if (now) state = *now;
      if (now && isThere(state)) break;
      QTest::qWait(200);
    }
    return state;
  }
  JobState end(const JobPlace& place) {
    return stateWhen(place, [](const JobState& state) { return state.phase == Phase::gone; });
  }

 private slots:
  void initTestCase() {
    if (!m_cluster.start()) QSKIP(qPrintable(m_cluster.whyNot()));
    m_facts.time = 1;
    m_facts.hasAccounting = true;
    m_facts.schedulerVersion = QStringLiteral("22.05.8");
    m_slurm = std::make_unique<SlurmScheduler>(m_host, m_facts);
  }
  void cleanupTestCase() { m_cluster.stop(); }

  void aJobIsSubmittedOnceAndFollowedToItsEnd() {
    const JobRequest asked =
        request(QStringLiteral("fine 100%"), "echo started >> \"$1/starts\"; sleep 3\n");
    JobRequest named = asked;
    named.token = QStringLiteral("fine-12345678.1");
    auto job = resultOf(m_slurm->submit(named, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    auto again = resultOf(m_slurm->submit(named, {}));
    QVERIFY(again.ok());
    QCOMPARE(*again, *job);
    const auto tested = resultOf(testSubmission(
        m_host, "#!/bin/bash\n#SBATCH --gres=gpu:2\n#SBATCH --mem=1G\ntrue\n", named, {}));
    QVERIFY2(tested.ok(), tested ? "" : tested.error().message.c_str());
    QVERIFY(tested->refusal.isEmpty() && tested->start.value_or(0) > 1.7e9);
    const JobPlace place = placeOf(named, *job);
    const JobState running =
        stateWhen(place, [](const JobState& state) { return state.phase == Phase::running; });
    QCOMPARE(running.phase, Phase::running);
    QVERIFY(running.nodes.startsWith(QLatin1String("gpu")));
    const JobState gone = end(place);
    QVERIFY(gone.end.has_value());
    QCOMPARE(gone.end->outcome, Outcome::completed);
    QCOMPARE(gone.end->code, std::string("slurm.completed"));
    QFile starts(named.folder + QStringLiteral("/starts"));
    QVERIFY(starts.open(QIODevice::ReadOnly));
    QCOMPARE(starts.readAll(), QByteArray("started\n"));
    QVERIFY(
        QFile::exists(QStringLiteral("%1/submissions/1/output-%2.log").arg(named.folder, *job)));
    m_first = place;
  }

  void endsAreNamed_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("outcome");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("code 3") << QByteArray("exit 3\n") << static_cast<int>(Outcome::failed)
                            << QStringLiteral("slurm.failed_with_code") << 3;
    QTest::newRow("killed") << QByteArray("kill -9 $$\n") << static_cast<int>(Outcome::failed)
                            << QStringLiteral("slurm.failed_by_signal") << 128 + 9;
  }
  void endsAreNamed() {
    QFETCH(QByteArray, script);
    QFETCH(int, outcome);
    QFETCH(QString, code);
    QFETCH(int, exitCode);
    const JobRequest asked = request(QStringLiteral("end-%1").arg(exitCode), script);
    auto job = resultOf(m_slurm->submit(asked, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    const JobState gone = end(placeOf(asked, *job));
    QVERIFY(gone.end.has_value());
    QCOMPARE(static_cast<int>(gone.end->outcome), outcome);
    QCOMPARE(QString::fromStdString(gone.end->code), code);
    QCOMPARE(gone.end->exitCode, exitCode);
  }

  void cancelEndsTheJobAndNoOther() {
    const JobRequest asked = request(QStringLiteral("long"), "sleep 600\n");
    auto job = resultOf(m_slurm->submit(asked, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    const JobPlace place = placeOf(asked, *job);
    JobPlace another = place;
    another.token = QStringLiteral("other-12345678.1");
    (void)stateWhen(place, [](const JobState& state) { return state.phase == Phase::running; });
    QVERIFY(resultOf(m_slurm->cancel(another, {})).ok());
    QTest::qWait(1500);  // nothing tells that the job was not cancelled
    m_slurm->expectChange();
    QTest::qWait(2200);  // longer than the 2 s between two queries: the state is a new one
    QCOMPARE(resultOf(m_slurm->state(place, {}))->phase, Phase::running);
    QVERIFY(resultOf(m_slurm->cancel(place, {})).ok());
    const JobState gone = end(place);
    QVERIFY(gone.end.has_value());
    QCOMPARE(gone.end->outcome, Outcome::cancelled);
    QVERIFY(gone.end->wins);
    QVERIFY(resultOf(m_slurm->cancel(place, {})).ok());  // gone is no error
  }

  void tasksOfAnArrayAreJobsOfTheirOwn() {
    JobRequest asked =
        request(QStringLiteral("sweep"), "[ \"$SLURM_ARRAY_TASK_ID\" = 2 ] && exit 4; exit 0\n");
    asked.array = QStringLiteral("0-3%2");
    auto job = resultOf(m_slurm->submit(asked, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    for (int task = 0; task < 4; ++task) {
      JobPlace place = placeOf(asked, *job);
      place.task = task;
      const JobState gone = end(place);
      QVERIFY(gone.end.has_value());
      QCOMPARE(gone.end->exitCode, task == 2 ? 4 : 0);
    }
  }

  void refusalsComeInSlurmsOwnWords_data() {
    QTest::addColumn<QByteArray>("directive");
    QTest::addColumn<QString>("words");
    QTest::newRow("partition") << QByteArray("--partition=nosuch") << QStringLiteral("nosuch");
    QTest::newRow("GPUs") << QByteArray("--gres=gpu:9")
                          << QStringLiteral("Requested node configuration is not available");
    QTest::newRow("dependency") << QByteArray("--dependency=nosuch:1")
                                << QStringLiteral("Job dependency problem");
    QTest::newRow("option") << QByteArray("--tiem=5") << QStringLiteral("--tiem=5");
  }
  void refusalsComeInSlurmsOwnWords() {
    QFETCH(QByteArray, directive);
    QFETCH(QString, words);
    const JobRequest asked =
        request(QStringLiteral("refused-") + QString::fromLatin1(QTest::currentDataTag()),
                "#SBATCH " + directive + "\nsleep 1\n");
    auto job = resultOf(m_slurm->submit(asked, {}));
    QVERIFY(!job.ok());
    QCOMPARE(job.error().code, std::string("scheduler.refused"));
    QVERIFY2(QString::fromStdString(job.error().message).contains(words),
             job.error().message.c_str());
    QCOMPARE(job.error().exit_code, ExitCode::refused_by_scheduler);
  }

  void aSilentControllerMeansUnknownAndNothingElse() {
    const JobRequest asked = request(QStringLiteral("through"), "sleep 600\n");
    auto job = resultOf(m_slurm->submit(asked, {}));
    QVERIFY2(job.ok(), job ? "" : job.error().message.c_str());
    const JobPlace place = placeOf(asked, *job);
    QCOMPARE(
        stateWhen(place, [](const JobState& state) { return state.phase == Phase::running; }).phase,
        Phase::running);
    QVERIFY(m_cluster.signalDaemon(QStringLiteral("slurmctld"), SIGTERM));
    QTest::qWait(1500);  // the controller takes a moment to end, and tells nobody
    m_slurm->expectChange();
    const JobState silent =
        stateWhen(place, [](const JobState& state) { return state.phase != Phase::running; });
    QCOMPARE(silent.phase, Phase::unknown);
    QVERIFY2(silent.reason.contains(QLatin1String("controller does not answer")),
             qPrintable(silent.reason));
    QVERIFY(m_cluster.startAgain());
    m_slurm->expectChange();
    QCOMPARE(
        stateWhen(place, [](const JobState& state) { return state.phase == Phase::running; }).phase,
        Phase::running);
    QVERIFY(resultOf(m_slurm->cancel(place, {})).ok());
    QCOMPARE(end(place).phase, Phase::gone);
  }

  // The controller forgets ended jobs after 30 s here; accounting does not.
  void aForgottenJobsEndIsInAccounting() {
    if (!m_first) QSKIP("the first job failed");
    QProcess squeue;
    QTRY_VERIFY_WITH_TIMEOUT(
        (squeue.start(QStringLiteral("squeue"),
                      {QStringLiteral("-h"), QStringLiteral("-t"), QStringLiteral("all"),
                       QStringLiteral("-n"), m_first->token}),
         squeue.waitForFinished() && squeue.readAll().isEmpty()),
        90000);
    SlurmScheduler fresh(m_host, m_facts);
    std::optional<JobState> state;
    QTRY_VERIFY_WITH_TIMEOUT(
        (state = *resultOf(fresh.state(*m_first, {})), state->phase == Phase::gone), 30000);
    QCOMPARE(state->end->code, std::string("slurm.completed"));
    QCOMPARE(fresh.queue().lookUps(), 1);
    JobPlace stranger = *m_first;
    stranger.token = QStringLiteral("stranger-12345678.1");
    const auto other = resultOf(fresh.state(stranger, {}));
    QVERIFY(other->phase == Phase::unknown && !other->end);
  }

  void aSitesOwnRulesRefuseInItsWords() {
    QFile extra(m_cluster.path(QStringLiteral("slurm/extra.conf")));
    QVERIFY(extra.open(QIODevice::Append));
    extra.write("EnforcePartLimits=ALL\nJobSubmitPlugins=require_timelimit\n");
    extra.close();
    QVERIFY(m_cluster.signalDaemon(QStringLiteral("slurmctld"), SIGTERM));
    QTest::qWait(1500);  // the controller takes a moment to end, and tells nobody
    QVERIFY(m_cluster.startAgain());
    const auto none =
        resultOf(m_slurm->submit(request(QStringLiteral("no-time"), "sleep 1\n"), {}));
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, std::string("scheduler.refused"));
    QVERIFY2(QString::fromStdString(none.error().message)
                 .contains(QLatin1String("Time limit specification required")),
             none.error().message.c_str());
    const auto over = resultOf(m_slurm->submit(
        request(QStringLiteral("too-long"), "#SBATCH --time=2:00:00\nsleep 1\n"), {}));
    QVERIFY(!over.ok());
    QVERIFY2(QString::fromStdString(over.error().message)
                 .contains(QLatin1String("time limit is invalid")),
             over.error().message.c_str());
  }
};

TRAINYARD_TEST(SlurmLiveTest);
#include "slurm_live_test.moc"
