// SPDX-License-Identifier: GPL-3.0-or-later
// Who asks Slurm how often, and what is concluded from its answers: silence, absence, records that
// come late or are another job's.
// One file because all cases share the scripted cluster.
#include <QTest>

#include "remote/process/task_group.h"
#include "remote/schedulers/slurm/slurm_answers.h"
#include "remote/schedulers/slurm/slurm_queue.h"
#include "tests/remote/result_of.h"
#include "tests/remote/schedulers/scripted_host.h"
#include "tests/remote/schedulers/slurm/slurm_recordings.h"
#include "tests/qt_tests.h"

using namespace trainyard;
using Phase = JobState::Phase;

class SlurmQueueTest : public QObject {
  Q_OBJECT

  // A cluster of which the test decides what it says.
  struct Cluster {
    ScriptedHost host;
    double now = 1'800'000'000;
    QMap<int, QByteArray> queue;  // id -> row of squeue
    QByteArray records;           // of sacct
    std::optional<ProgramOutput> queueAnswer, recordsAnswer;
    // Of `scontrol show job`; it is asked about one job.
    ProgramOutput controllerAnswer{1, {}, "slurm_load_jobs error: Invalid job id specified\n"};
    int questions = 0;
    QStringList asked;             // words of the last squeue
    bool hidesOtherNames = false;  // than those that are asked for
    qsizetype maxWord = 0;
    TargetFacts facts;
    std::unique_ptr<SlurmQueue> slurm;

    explicit Cluster(bool hasAccounting = true) {
      facts.time = 1;
      facts.hasAccounting = hasAccounting;
      facts.schedulerVersion = QStringLiteral("22.05.8");
      host.answer = [this](const QString& program,
                           const QStringList& words) -> Result<ProgramOutput> {
        for (const QString& word : words) maxWord = std::max(maxWord, word.size());
        if (program == QLatin1String("sacct"))
          return recordsAnswer ? *recordsAnswer : ProgramOutput{0, records, {}};
        if (program == QLatin1String("scontrol")) return ++questions, controllerAnswer;
        asked = words;
        if (queueAnswer) return *queueAnswer;
        QByteArray out;
        const qsizetype n = words.indexOf(QLatin1String("-n"));
        for (const QByteArray& row : queue)
          if (!hidesOtherNames || n < 0 ||
              words[n + 1]
                  .split(QLatin1Char(','))
                  .contains(QString::fromUtf8(row.split('\x1f')[3])))
            out += row;
        return ProgramOutput{0, out, {}};
      };
      slurm = std::make_unique<SlurmQueue>(host, facts, [this] { return now; });
    }

    JobPlace place(int id, const QString& token = {}) const {
      return {QStringLiteral("/base/run-%1").arg(id),
              1,
              token.isEmpty() ? QStringLiteral("run-%1.1").arg(id) : token,
              QString::number(id),
              std::nullopt,
              1'800'000'000};
    }
    void show(int id, const QByteArray& state, const QByteArray& reason = "None",
              const QByteArray& token = {}) {
      const QByteArray number = QByteArray::number(id),
                       name = token.isEmpty() ? "run-" + number + ".1" : token;
      queue[id] = number + '\x1f' + number + "\x1fN/A\x1f" + name + '\x1f' + state + '\x1f' +
                  reason +
                  "\x1f"
                  "1800000000\x1f"
                  "1800000000\x1f"
                  "0:10\x1f"
                  "1\x1fgpu1\x1f" +
                  folderOf(id, token) +
                  "\x1f"
                  "0\x1f"
                  "0\n";
    }
    static QByteArray record(int id, const QByteArray& state, const QByteArray& exit,
                             const QByteArray& submitted, const QByteArray& token = {}) {
      const QByteArray number = QByteArray::number(id);
      return number + '\x1f' + number + '\x1f' +
             (token.isEmpty() ? "run-" + number + ".1" : token) + '\x1f' + state + '\x1f' + exit +
             "\x1f"
             "0:0\x1f"
             "00:00:10\x1f"
             "1800000000\x1f"
             "1800000010\x1fgpu1\x1fNone\x1f" +
             submitted + '\x1f' + folderOf(id, token) + '\n';
    }
    // A job that the site renamed works where it was told to.
    static QByteArray folderOf(int id, const QByteArray& token) {
      return token.isEmpty() || token.startsWith("lab_") ? "/base/run-" + QByteArray::number(id)
                                                         : "/base/of-another";
    }
    JobState state(int id) { return *resultOf(slurm->state(place(id), {})); }
    // Asks every second for so long.
    JobState stateAfter(int id, int seconds) {
      JobState last = state(id);
      for (int i = 0; i < seconds; ++i) now += 1, last = state(id);
      return last;
    }
  };

 private slots:
  // Many sites answer squeue from a snapshot: the controller's word counts.
  void aJobThatTheControllerKnowsIsNotLost_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("phase");
    const QByteArray begin =
        "JobId=7 JobName=run-7.1 UserId=me(1000) GroupId=me(1000) MCS_label=N/A Priority=1 ";
    const QByteArray end =
        " Dependency=(null) Restarts=0 ExitCode=3:0 StartTime=1800000500 "
        "Command=/base/run-7/job.sh run-7.1 WorkDir=/base/run-7 StdErr=/x StdOut=/x \n";
    QTest::newRow("waiting") << begin + "JobState=PENDING Reason=Priority" + end
                             << QStringLiteral("waiting");
    QTest::newRow("running") << begin + "JobState=RUNNING Reason=None" + end
                             << QStringLiteral("running");
    QTest::newRow("over") << begin + "JobState=FAILED Reason=NonZeroExitCode" + end
                          << QStringLiteral("gone");
    QTest::newRow("renamed") << QByteArray(begin).replace("run-7.1", "lab job") +
                                    "JobState=PENDING Reason=Priority" + end
                             << QStringLiteral("waiting");
    QTest::newRow("another's number") << QByteArray(begin).replace("run-7.1", "run-7-00000000.2") +
                                             "JobState=PENDING Reason=Priority" + end
                                      << QStringLiteral("lost");
    QTest::newRow("unknown") << QByteArray("Invalid job id specified\n") << QStringLiteral("lost");
    QTest::newRow("silent") << QByteArray("Unable to contact slurm controller\n")
                            << QStringLiteral("unknown");
  }
  void aJobThatTheControllerKnowsIsNotLost() {
    QFETCH(QByteArray, line);
    QFETCH(QString, phase);
    Cluster cluster;
    cluster.controllerAnswer = {line.startsWith("JobId") ? 0 : 1, line, {}};
    const JobState state = cluster.stateAfter(7, 300);
    if (phase == QLatin1String("lost")) {
      QVERIFY(state.end);
      QCOMPARE(state.end->code, std::string("slurm.lost"));
      return;
    }
    if (phase == QLatin1String("gone")) {
      QVERIFY(state.end);
      QCOMPARE(state.end->exitCode, 3);
      return;
    }
    QVERIFY(!state.end);
    QVERIFY(state.phase != Phase::gone);
    QVERIFY(cluster.questions > 0);
    QVERIFY(phase == QLatin1String("unknown") || cluster.questions < 6);
    // The snapshot catches up in the end.
    cluster.show(7, "RUNNING");
    QVERIFY(cluster.stateAfter(7, 60).phase == Phase::running);
  }

  void intervalsGrowToThirtySeconds() {
    Cluster cluster;
    for (int id = 1; id <= 5; ++id) cluster.show(id, "RUNNING");
    for (int id = 1; id <= 5; ++id) (void)cluster.state(id), cluster.now += 2.1;
    QList<double> times;
    for (int second = 0; second < 540; ++second) {
      const int before = cluster.slurm->queries();
      for (int id = 1; id <= 5; ++id) QCOMPARE(cluster.state(id).phase, Phase::running);
      if (cluster.slurm->queries() > before) times << cluster.now;
      cluster.now += 1;
    }
    QVERIFY(times.size() > 10);
    for (qsizetype i = 6; i < times.size(); ++i)
      QVERIFY2(times[i] - times[i - 1] >= 30, qPrintable(QString::number(i)));
    QCOMPARE(cluster.host.maxAtOnce, 1);
    QCOMPARE(cluster.slurm->lookUps(), 0);
    // All of them have been running for long.
    (void)cluster.stateAfter(1, 400);
    QCOMPARE(cluster.slurm->interval(), 120.0);
    // Nobody asks, nothing is asked.
    const int before = cluster.slurm->queries();
    cluster.now += 5000;
    QCOMPARE(cluster.slurm->queries(), before);
    // A new job is asked for soon.
    cluster.show(9, "PENDING", "Priority");
    QCOMPARE(cluster.state(9).phase, Phase::waiting);
    cluster.show(9, "RUNNING");
    cluster.now += 2.1;
    QCOMPARE(cluster.state(9).phase, Phase::running);
  }

  void oneQuestionAtATimeForAll() {
    Cluster cluster;
    cluster.host.slowness = std::chrono::milliseconds(150);
    cluster.slurm = std::make_unique<SlurmQueue>(cluster.host, cluster.facts);
    for (int id = 1; id <= 20; ++id) cluster.show(id, "RUNNING");
    TaskGroup group;
    int answered = 0;
    const auto askOne = [&](int id) -> QCoro::Task<void> {
      auto state = co_await cluster.slurm->state(cluster.place(id), group.token());
      if (state && state->phase == Phase::running) ++answered;
    };
    for (int id = 1; id <= 20; ++id) group.start(askOne(id));
    QTRY_COMPARE_WITH_TIMEOUT(answered, 20, 10000);
    QCOMPARE(cluster.host.maxAtOnce, 1);
    QVERIFY(cluster.slurm->queries() <= 2);
    QCoro::waitFor(group.finish());
  }

  void theOneWhoAsksMayBeStopped() {
    Cluster cluster;
    cluster.host.slowness = std::chrono::milliseconds(200);
    cluster.slurm = std::make_unique<SlurmQueue>(cluster.host, cluster.facts);
    cluster.show(1, "RUNNING");
    cluster.show(2, "RUNNING");
    std::stop_source stop;
    std::optional<Result<JobState>> first, second;
    auto one = keepResult(cluster.slurm->state(cluster.place(1), stop.get_token()), first);
    auto two = keepResult(cluster.slurm->state(cluster.place(2), {}), second);
    stop.request_stop();
    QTRY_VERIFY_WITH_TIMEOUT(first && second, 10000);
    QCOMPARE(first->error().code, std::string("cancelled"));
    QCOMPARE(second->value().phase, Phase::running);
  }

  void silenceIsUnknownNeverAnEnd_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("file");
    for (const QString& version : recordings::versions())
      for (const char* file : {"noctld_squeue", "nomunge_squeue", "noconf_squeue", "squeue_j_gone",
                               "squeue_bad_opt", "squeue_bad_user"})
        QTest::newRow(qPrintable(version + QLatin1Char(' ') + QLatin1String(file)))
            << version << QString::fromLatin1(file);
  }
  void silenceIsUnknownNeverAnEnd() {
    QFETCH(QString, version);
    QFETCH(QString, file);
    Cluster cluster;
    cluster.show(1, "RUNNING");
    QCOMPARE(cluster.state(1).phase, Phase::running);
    cluster.queueAnswer = recordings::output(version, file);
    QVERIFY(cluster.queueAnswer.has_value());
    JobState state = cluster.stateAfter(1, 300);
    QCOMPARE(state.phase, Phase::unknown);
    QVERIFY(!state.end);
    QVERIFY(!state.reason.isEmpty());
    QCOMPARE(cluster.slurm->lookUps(), 0);
    QVERIFY(cluster.slurm->interval() >= 10);
    cluster.queueAnswer.reset();
    QCOMPARE(cluster.stateAfter(1, 125).phase, Phase::running);
  }

  void aRateLimitIsObeyed() {
    Cluster cluster;
    cluster.queueAnswer = ProgramOutput{
        1, {}, "slurm_load_jobs error: Rate limit exceeded, please retry momentarily\n"};
    QCOMPARE(cluster.state(1).phase, Phase::unknown);
    QVERIFY(cluster.slurm->interval() >= 60);
  }

  void aVanishedJobIsLookedUp() {
    Cluster cluster;
    cluster.show(1, "RUNNING");
    cluster.show(2, "RUNNING");
    (void)cluster.state(1), cluster.now += 3, (void)cluster.state(2);
    cluster.queue.clear();
    cluster.records = Cluster::record(1, "TIMEOUT", "0:0", "1800000000") +
                      Cluster::record(2, "FAILED", "3:0", "1800000000");
    const JobState one = cluster.stateAfter(1, 40);
    const int lookUps = cluster.slurm->lookUps();
    const JobState two = cluster.state(2);
    QCOMPARE(one.end->code, std::string("slurm.timeout"));
    QCOMPARE(one.end->outcome, Outcome::timed_out);
    QCOMPARE(two.end->exitCode, 3);
    QCOMPARE(lookUps, 1);                                     // both in one question
    QCOMPARE(cluster.stateAfter(1, 300).phase, Phase::gone);  // and never again
    QCOMPARE(cluster.slurm->lookUps(), 1);
  }

  void anotherJobUnderTheSameIdIsNotOurs() {
    Cluster cluster;
    cluster.host.folders[QStringLiteral("/base/run-1")] = {{QStringLiteral("job.sh"), 10, false}};
    cluster.show(1, "RUNNING", "None", "other-99.1");
    cluster.records = Cluster::record(1, "COMPLETED", "0:0", "1800000000", "other-99.1");
    JobState state = cluster.stateAfter(1, 20);
    QCOMPARE(state.phase, Phase::unknown);
    state = cluster.stateAfter(1, 60);
    QCOMPARE(state.phase, Phase::gone);
    QCOMPARE(state.end->code, std::string("slurm.lost"));
  }

  // As people start them by hand: each is called the same.
  void jobsOfOneNameAreToldApart() {
    Cluster cluster;
    const QString name = QStringLiteral("train");
    const auto stateOf = [&](int id, int seconds) {
      JobState last = *resultOf(cluster.slurm->state(cluster.place(id, name), {}));
      for (int i = 0; i < seconds; ++i) {
        cluster.now += 1;
        last = *resultOf(cluster.slurm->state(cluster.place(id, name), {}));
        (void)resultOf(cluster.slurm->state(cluster.place(3 - id, name), {}));
      }
      return last;
    };
    for (const int id : {1, 2}) cluster.show(id, "RUNNING", "None", "train");
    // A job that is new waits for a query that may hold it, by this clock.
    for (const int id : {1, 2})
      (void)resultOf(cluster.slurm->state(cluster.place(id, name), {})), cluster.now += 3;
    QCOMPARE(stateOf(1, 5).phase, Phase::running);
    cluster.queue.remove(1);
    cluster.records = Cluster::record(1, "CANCELLED by 0", "0:0", "1800000000", "train");
    QCOMPARE(stateOf(1, 60).end->outcome, Outcome::cancelled);
    QCOMPARE(stateOf(2, 60).phase, Phase::running);
    cluster.queue.remove(2);
    cluster.records += Cluster::record(2, "COMPLETED", "0:0", "1800000000", "train");
    QCOMPARE(stateOf(2, 60).end->code, std::string("slurm.completed"));
    QCOMPARE(stateOf(1, 1).end->outcome, Outcome::cancelled);
  }

  void aJobThatTheSiteRenamedIsFound() {
    Cluster cluster;
    cluster.show(1, "PENDING", "Priority", "lab_project");
    cluster.hidesOtherNames = true;
    QCOMPARE(cluster.stateAfter(1, 100).phase, Phase::waiting);
    QCOMPARE(*resultOf(cluster.slurm->nameOf(cluster.place(1), {})), QStringLiteral("lab_project"));
    cluster.show(1, "RUNNING", "None", "lab_project");
    QCOMPARE(cluster.stateAfter(1, 40).phase, Phase::running);
    // From then on it is asked for by its name.
    QVERIFY(cluster.asked.contains(QLatin1String("lab_project")));
    cluster.queue.clear();
    cluster.records = Cluster::record(1, "COMPLETED", "0:0", "1800000000", "lab_project");
    QCOMPARE(cluster.stateAfter(1, 40).end->code, std::string("slurm.completed"));
  }

  void manyVanishedJobsAreLookedUpInBatches() {
    Cluster cluster;
    int rows = 0;
    for (int id = 100000; id < 110000; ++id) cluster.show(id, "RUNNING");
    TaskGroup group;
    const auto askOne = [&](int id) -> QCoro::Task<void> {
      const auto state = co_await cluster.slurm->state(cluster.place(id), group.token());
      if (state && state->phase == Phase::gone) ++rows;
    };
    for (int id = 100000; id < 110000; ++id) group.start(askOne(id));
    QCoro::waitFor(group.finish());
    for (int id = 100000; id < 110000; ++id)
      cluster.records += Cluster::record(id, "COMPLETED", "0:0", "1800000000");
    cluster.queue.clear();
    cluster.now += 60;
    (void)cluster.state(100000);
    for (int id = 100000; id < 110000; ++id)
      if (cluster.state(id).phase == Phase::gone) ++rows;
    QCOMPARE(rows, 10000);
    QVERIFY2(cluster.maxWord < 40000, qPrintable(QString::number(cluster.maxWord)));
  }

  // The clock of the wall is not asked for anything that could wait.
  void timeIsThatSinceTheStart() {
    Cluster cluster;
    cluster.slurm = std::make_unique<SlurmQueue>(cluster.host, cluster.facts);
    cluster.show(1, "RUNNING");
    QCOMPARE(cluster.state(1).phase, Phase::running);
    QFile uptime(QStringLiteral("/proc/uptime"));
    QVERIFY(uptime.open(QIODevice::ReadOnly));
    const double seconds = uptime.readAll().split(' ').first().toDouble();
    QVERIFY(std::abs(cluster.slurm->lastPoll() - seconds) < 60);
  }

  void ownTokenUnderAnotherIdIsNotTheJobEither() {
    Cluster cluster;
    cluster.show(7, "RUNNING", "None", "run-1.1");
    cluster.records = Cluster::record(7, "COMPLETED", "0:0", "1800000000", "run-1.1");
    QVERIFY(cluster.stateAfter(1, 20).phase == Phase::unknown);
  }

  void theNewestRecordOfARequeueCounts() {
    Cluster cluster;
    cluster.host.folders[QStringLiteral("/base/run-1/submissions/1")] = {
        {QStringLiteral("output-1.log"), 10, false}};
    cluster.records = Cluster::record(1, "NODE_FAIL", "1:0", "1800000000") +
                      Cluster::record(1, "PENDING", "0:0", "1800000050");
    QCOMPARE(cluster.stateAfter(1, 25).phase, Phase::unknown);  // it will be shown again
    cluster.records += Cluster::record(1, "COMPLETED", "0:0", "1800000060");
    QCOMPARE(cluster.stateAfter(1, 40).end->code, std::string("slurm.completed"));
  }

  void aRunningRecordMayOnlyLag() {
    Cluster cluster;
    cluster.host.folders[QStringLiteral("/base/run-1/submissions/1")] = {
        {QStringLiteral("output-1.log"), 10, false}};
    cluster.records = Cluster::record(1, "RUNNING", "0:0", "1800000000");
    QCOMPARE(cluster.stateAfter(1, 300).phase, Phase::unknown);
    // A controller that was killed leaves such records behind for ever.
    const JobState state = cluster.stateAfter(1, 400);
    QCOMPARE(state.phase, Phase::gone);
    QVERIFY(!state.end);
  }

  void aForgottenJobLeavesAWaitingRecord() {
    Cluster cluster;
    cluster.records = Cluster::record(1, "PENDING", "0:0", "1800000000");
    QCOMPARE(cluster.stateAfter(1, 100).end->code, std::string("slurm.lost"));
  }

  void aRequeuedRecordIsNoEnd() {
    Cluster cluster;
    cluster.records = Cluster::record(1, "REQUEUED", "0:0", "1800000000");
    QCOMPARE(cluster.stateAfter(1, 25).phase, Phase::unknown);
    cluster.show(1, "PENDING", "BeginTime");
    QCOMPARE(cluster.stateAfter(1, 40).phase, Phase::waiting);
  }

  void whereAccountingIsSilentTheRunDecides_data() {
    QTest::addColumn<bool>("hasAccounting");
    QTest::addColumn<QString>("file");
    QTest::newRow("none") << false << QString();
    QTest::newRow("down") << true << QStringLiteral("nodbd_sacct");
    QTest::newRow("switched off") << true << QStringLiteral("noacct_sacct");
    QTest::newRow("knows nothing") << true << QStringLiteral("sacct_j_unknown");
  }
  void whereAccountingIsSilentTheRunDecides() {
    QFETCH(bool, hasAccounting);
    QFETCH(QString, file);
    Cluster cluster(hasAccounting);
    if (!file.isEmpty()) cluster.recordsAnswer = recordings::output(QStringLiteral("22.05"), file);
    cluster.host.folders[QStringLiteral("/base/run-1/submissions/1")] = {
        {QStringLiteral("journal"), 10, false}, {QStringLiteral("output-1.log"), 10, false}};
    cluster.show(1, "RUNNING");
    QCOMPARE(cluster.state(1).phase, Phase::running);
    cluster.queue.clear();
    const JobState state = cluster.stateAfter(1, 80);
    QCOMPARE(state.phase, Phase::gone);
    QVERIFY(!state.end);
    QVERIFY(!state.reason.isEmpty());
    QCOMPARE(cluster.slurm->lookUps() > 0, hasAccounting);
  }

  void withoutOutputItNeverBegan_data() {
    QTest::addColumn<bool>("cancelled");
    QTest::newRow("lost") << false;
    QTest::newRow("cancelled") << true;
  }
  void withoutOutputItNeverBegan() {
    QFETCH(bool, cancelled);
    Cluster cluster(false);
    if (cancelled)
      cluster.host.folders[QStringLiteral("/base/run-1")] = {{QStringLiteral("cancel"), 0, false}};
    cluster.host.folders[QStringLiteral("/base/run-1/submissions/1")] = {
        {QStringLiteral("output-11.log"), 10, false}};          // of another id
    QCOMPARE(cluster.stateAfter(1, 20).phase, Phase::unknown);  // one look is not enough
    const JobState state = cluster.stateAfter(1, 60);
    QCOMPARE(state.phase, Phase::gone);
    QCOMPARE(state.end->code,
             std::string(cancelled ? "slurm.cancelled_before_start" : "slurm.lost"));
  }

  // As after `slurmctld -c`. Who cancels a job is named.
  void aJobThatNobodyCancelledWasForgotten_data() {
    QTest::addColumn<QByteArray>("state");
    QTest::addColumn<QByteArray>("elapsed");
    QTest::addColumn<QString>("code");
    QTest::newRow("forgotten") << QByteArray("CANCELLED") << QByteArray("00:00:00")
                               << QStringLiteral("slurm.lost");
    QTest::newRow("cancelled by somebody")
        << QByteArray("CANCELLED by 1001") << QByteArray("00:00:00")
        << QStringLiteral("slurm.cancelled");
    QTest::newRow("after it had begun")
        << QByteArray("CANCELLED") << QByteArray("00:00:10") << QStringLiteral("slurm.cancelled");
  }
  void aJobThatNobodyCancelledWasForgotten() {
    QFETCH(QByteArray, state);
    QFETCH(QByteArray, elapsed);
    QFETCH(QString, code);
    Cluster cluster;
    cluster.show(1, "PENDING", "Priority");
    QCOMPARE(cluster.state(1).phase, Phase::waiting);
    cluster.queue.clear();
    cluster.records = Cluster::record(1, state, "0:0", "1800000000").replace("00:00:10", elapsed);
    const JobState last = cluster.stateAfter(1, 80);
    QCOMPARE(last.phase, Phase::gone);
    QCOMPARE(QString::fromStdString(last.end->code), code);
  }

  void aDamagedListEndsNoJob() {
    Cluster cluster;
    cluster.show(1, "RUNNING");
    QCOMPARE(cluster.state(1).phase, Phase::running);
    cluster.queueAnswer = ProgramOutput{0, cluster.queue[1].chopped(20), {}};
    QCOMPARE(cluster.stateAfter(1, 200).phase, Phase::unknown);
    QCOMPARE(cluster.slurm->lookUps(), 0);
  }

  void anUnknownStateStaysUnknown() {
    Cluster cluster;
    cluster.show(1, "HIBERNATING");
    const JobState state = cluster.stateAfter(1, 200);
    QCOMPARE(state.phase, Phase::unknown);
    QVERIFY(state.reason.contains(QLatin1String("HIBERNATING")));
  }

  void endsAreSeenWhileTheControllerRemembers() {
    Cluster cluster(false);
    cluster.show(1, "OUT_OF_MEMORY");
    QCOMPARE(cluster.state(1).end->code, std::string("slurm.out_of_memory"));
  }

  void onlyOwnNamesAreAskedFor() {
    Cluster cluster;
    cluster.show(1, "RUNNING");
    (void)cluster.state(1);
    QVERIFY(cluster.asked.contains(QLatin1String("--me")) &&
            cluster.asked.contains(QLatin1String("run-1.1")));
    cluster.facts.schedulerVersion = QStringLiteral("19.05.8");
    cluster.facts.user = QStringLiteral("alice");
    cluster.slurm->setFacts(cluster.facts);
    cluster.now += 100;
    (void)cluster.state(1);
    QVERIFY(cluster.asked.contains(QLatin1String("--user=alice")) &&
            !cluster.asked.contains(QLatin1String("--me")));
  }

  void tenThousandJobsAreEachFound() {
    Cluster cluster;
    for (int id = 1; id <= 10000; ++id)
      cluster.show(id, id % 2 == 0 ? "RUNNING" : "PENDING", "Priority");
    QCOMPARE(cluster.state(9999).phase, Phase::waiting);
    cluster.now += 3;
    QCOMPARE(cluster.state(10000).phase, Phase::running);
    QCOMPARE(cluster.slurm->queries(), 2);
  }
};

TRAINYARD_TEST(SlurmQueueTest);
#include "slurm_queue_test.moc"
