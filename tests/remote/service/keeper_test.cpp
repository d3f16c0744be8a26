// Runs on a cluster whose link and queue do what the test wants: nothing is concluded from silence, every end gets its right word,
// submissions survive the service.
#include <QCoroTask>
#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

#include "remote/service/here_site.h"
#include "remote/service/run_keeper.h"
#include "tests/remote/result_of.h"
#include "tests/remote/service/scripted_site.h"

using namespace trainyard;

namespace {

QByteArray line(const QByteArray& body, int sequence) { return "{\"time\": " + QByteArray::number(1000 + sequence) + ", \"sequence\": " + QByteArray::number(sequence) + ", " + body + "}\n"; }

JobState waitingFor(const QString& reason, int restarts = 0) {
  JobState state;
  state.phase = JobState::Phase::waiting;
  state.reason = reason;
  state.restarts = restarts;
  return state;
}

JobState running(int restarts = 0) {
  JobState state;
  state.phase = JobState::Phase::running;
  state.restarts = restarts;
  return state;
}

JobState gone(std::optional<JobEnd> end = std::nullopt) {
  JobState state;
  state.phase = JobState::Phase::gone;
  state.end = std::move(end);
  return state;
}

JobEnd endOf(Outcome outcome, const char* code, int exitCode) {
  JobEnd end;
  end.outcome = outcome;
  end.code = code;
  end.reason = QStringLiteral("Slurm says so.");
  end.exitCode = exitCode;
  end.wins = true;
  return end;
}

// A task group's owner that a test can throw away and make again, as a service that is killed and started.
struct Service {
  explicit Service(const QString& folder)
      : book(folder + QStringLiteral("/runs.sqlite")),
        targets(TargetSettingsFile(folder + QStringLiteral("/targets.json")), std::make_unique<HereSite>(QCoreApplication::applicationDirPath()), folder + QStringLiteral("/here"),
                QCoreApplication::applicationDirPath(), [this](const TargetSettings&) { auto made = std::make_unique<ScriptedSite>(); site = made.get(); return made; }),
        runs(book, targets) {
    if (auto begun = runs.begin(); !begun) qFatal("%s", begun.error().message.c_str());
  }
  ~Service() {
    QCoro::waitFor(runs.finish());
    QCoro::waitFor(targets.finish());
  }
  RunBook book;
  ScriptedSite* site = nullptr;
  TargetKeeper targets;
  RunKeeper runs;
};

}  // namespace

class KeeperTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Service> m_service;

  QString path(const QString& name) const { return m_folder->filePath(name); }

  QString write(const QString& name, const QByteArray& content, QIODevice::OpenMode mode = QIODevice::WriteOnly) {
    const QString file = path(name);
    QDir().mkpath(QFileInfo(file).path());
    QFile out(file);
    if (!out.open(mode) || out.write(content) != content.size()) qFatal("cannot write");
    return file;
  }

  ScriptedSite& site() {
    if (!m_service->site) (void)m_service->targets.hold(QStringLiteral("far"));
    return *m_service->site;
  }

  ExperimentSource source(const QByteArray& more = {}) {
    const QString file = write(QStringLiteral("far.yaml"), "format: 1\nname: far\nworkload: command\ncommand: {launcher: none, program: /bin/true, metrics: none}\n" + more);
    return {file, std::nullopt, {}, QProcessEnvironment::systemEnvironment()};
  }

  static QString newId() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

  QString submit(const QByteArray& more = {}) {
    const QString run = newId();
    auto submitted = resultOf(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(more), {}));
    if (!submitted) qWarning("%s", submitted.error().message.c_str());
    return submitted ? run : QString();
  }

  RunRecord runOf(const QString& run) {
    auto record = m_service->book.store.run(run);
    return record ? *record : RunRecord();
  }
  QString stateOf(const QString& run) { return nameOf(runOf(run).state); }

  // Appends events to an attempt of the run; the header comes with the first.
  void happens(const QString& run, int attempt, const QList<QByteArray>& bodies) {
    const QString name = QStringLiteral("base/far-%1/attempts/%2/events.jsonl").arg(run.left(8)).arg(attempt, 4, 10, QLatin1Char('0'));
    int& next = m_sequences[{run, attempt}];
    QByteArray text;
    if (next == 0) text += line("\"event\": \"header\", \"format\": 1, \"run\": \"" + run.toUtf8() + "\", \"attempt\": " + QByteArray::number(attempt) + ", \"nodes\": [\"n1\"], \"job_id\": \"101\", \"versions\": {}", next++);
    for (const QByteArray& body : bodies) text += line(body, next++);
    write(name, text, QIODevice::WriteOnly | QIODevice::Append);
  }
  static QByteArray step(int number) { return "\"event\": \"metrics\", \"step\": " + QByteArray::number(number) + ", \"values\": {\"train/loss\": " + QByteArray::number(number) + ".5}"; }
  static QByteArray ends(const QByteArray& outcome, int code) {
    return "\"event\": \"end\", \"outcome\": \"" + outcome + "\", \"exit_code\": " + QByteArray::number(code) + ", \"code\": \"" + outcome + "\", \"reason\": \"It says so.\"";
  }
  std::map<std::pair<QString, int>, int> m_sequences;

  qsizetype points(const QString& run) { return m_service->book.store.series(run, QStringLiteral("train/loss"))->size(); }

  void restart() {
    m_service.reset();
    m_service = std::make_unique<Service>(m_folder->path());
  }

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", path(QStringLiteral("data")).toUtf8());
    qputenv("XDG_CACHE_HOME", path(QStringLiteral("cache")).toUtf8());
    m_sequences.clear();
    QDir().mkpath(path(QStringLiteral("base")));
    QDir().mkpath(path(QStringLiteral("here")));
    QFile::setPermissions(write(QStringLiteral("programs/yard-agent"), "#!/bin/sh\n"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const TargetSettings far{QStringLiteral("far"), QStringLiteral("far-host"), {}, path(QStringLiteral("base")), path(QStringLiteral("programs"))};
    QVERIFY(TargetSettingsFile(path(QStringLiteral("targets.json"))).add(far));
    m_service = std::make_unique<Service>(m_folder->path());
  }
  void cleanup() { m_service.reset(); }

  void aRunGoesFromTheQueueToItsEnd() {
    const QString run = submit();
    QVERIFY(!run.isEmpty());
    QCOMPARE(site().queue.requests.front().token, QStringLiteral("far-%1.1").arg(run.left(8)));
    site().queue.now = waitingFor(QStringLiteral("waits for 2 nodes"));
    site().queue.now.expectedStart = 4102444800;
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("waits for 2 nodes"));
    QCOMPARE(stateOf(run), QStringLiteral("waiting"));
    QCOMPARE(runOf(run).expectedStart, 4102444800.0);
    QCOMPARE(m_service->book.store.jobs(run)->last().token, QStringLiteral("far-%1.1").arg(run.left(8)));
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

  void nothingIsConcludedWhileTheTargetIsAway() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    QTRY_COMPARE(points(run), 1);
    site().setAway(true);
    QTRY_VERIFY(runOf(run).reason.contains(QStringLiteral("not reachable since")));
    QVERIFY(runOf(run).reason.contains(QStringLiteral("shown as of")));
    QCOMPARE(stateOf(run), QStringLiteral("running"));
    happens(run, 1, {step(2), step(3)});
    const auto undelivered = resultOf(m_service->runs.cancel(run));
    QVERIFY(!undelivered && undelivered.error().code == "cancel.undelivered" && undelivered.error().exit_code == ExitCode::unreachable);
    QVERIFY(QString::fromStdString(undelivered.error().message).contains(QStringLiteral("goes on")));
    // Another run, here, is not held up.
    QVERIFY(resultOf(m_service->runs.scan(QStringLiteral("here"), {})));
    site().setAway(false);
    QTRY_COMPARE(points(run), 3);
    QTRY_VERIFY(runOf(run).reason.isEmpty());
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
    QSignalSpy changes(&m_service->book, &RunBook::changed);
    QStringList states;
    connect(&m_service->book, &RunBook::changed, &changes, [&](const QString&) { states << stateOf(run); });
    site().queue.now = waitingFor(QStringLiteral("waits until it may begin again"), 1);
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    QVERIFY2(runOf(run).reason.startsWith(QStringLiteral("requeued: ")), qPrintable(runOf(run).reason));
    QCOMPARE(m_service->book.store.attempts(run)->first().code, QStringLiteral("attempt.superseded"));
    site().queue.now = running(1);
    happens(run, 2, {"\"event\": \"start\", \"resume_step\": 1, \"total_steps\": 3, \"world_size\": 1, \"device\": \"cpu\"", step(2), step(3), ends("completed", 0)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    QCOMPARE(m_service->book.store.attempts(run)->size(), 2);
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

  void theSchedulersWordWins() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("failed", 137)});
    QTRY_COMPARE(points(run), 1);
    site().queue.now = gone(endOf(Outcome::preempted, "slurm.preempted", 75));
    QTRY_COMPARE(stateOf(run), QStringLiteral("preempted"));
    QCOMPARE(runOf(run).reason, QStringLiteral("Slurm says so."));
    QCOMPARE(m_service->book.store.attempts(run)->first().code, QStringLiteral("slurm.preempted"));
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
    QTest::addColumn<bool>("hasEnd");
    QTest::addColumn<QString>("code");
    QTest::newRow("attempt, scheduler knows") << true << true << "slurm.lost";
    QTest::newRow("attempt, nobody knows") << true << false << "job.unknown_end";
    QTest::newRow("no attempt, scheduler knows") << false << true << "slurm.lost";
    QTest::newRow("no attempt, nobody knows") << false << false << "job.no_attempt";
  }
  void endsWithoutAWord() {
    QFETCH(bool, hasAttempt);
    QFETCH(bool, hasEnd);
    QFETCH(QString, code);
    const QString run = submit();
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
    QVERIFY(resultOf(m_service->runs.resume(run, {}, {})));
    QCOMPARE(site().queue.requests.back().token, QStringLiteral("far-%1.2").arg(run.left(8)));
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
  }

  void whereForwardsAreRefusedTheFileIsRead() {
    site().machine.refusesForwards = true;
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1)});
    write(QStringLiteral("base/far-%1/attempts/0001/agent.json").arg(run.left(8)), R"({"addresses": ["127.0.0.1"], "port": 9, "token": "x"})");
    QTRY_VERIFY(runOf(run).reason.contains(QStringLiteral("forbids forwarding")));
    for (int i = 2; i <= 20; ++i) {
      happens(run, 1, {step(i)});
      QTest::qWait(5);
    }
    QTRY_COMPARE(points(run), 20);
    QVERIFY(runOf(run).reason.contains(QStringLiteral("forbids forwarding")));
    QCOMPARE(m_service->targets.facts(QStringLiteral("far")).canForward, std::optional<bool>(false));
  }

  void aSiteWithoutRequeueIsAskedAgainUntilThereIsNoProgress() {
    site().learned.canRequeue = false;
    const QString run = submit("restart: {on_time_limit: true, max_without_progress: 2}\nresources: {time_limit: '10:00'}\n");
    QVERIFY(!run.isEmpty());
    const auto attempt = [&](int number, int from, bool progresses) {
      site().queue.now = running();
      QList<QByteArray> bodies{"\"event\": \"start\", \"resume_step\": " + QByteArray::number(from) + ", \"world_size\": 1, \"device\": \"cpu\""};
      if (progresses) bodies << "\"event\": \"checkpoint\", \"step\": " + QByteArray::number(from + 5) + ", \"path\": \"p\", \"bytes\": 1, \"stall_seconds\": 0, \"write_seconds\": 0";
      bodies << ends("timed_out", 75);
      happens(run, number, bodies);
      QTRY_COMPARE(runOf(run).attempt, number);
      QTRY_VERIFY(!m_service->book.store.attempts(run)->last().outcome || m_service->book.store.attempts(run)->last().attempt == number);
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

  void aSubmissionGoesOnAfterTheServiceWasKilled() {
    site().queue.isSlow = true;
    const QString run = newId();
    std::stop_source left;
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), left.get_token()), answer);
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("being submitted"));
    QCOMPARE(stateOf(run), QStringLiteral("preparing"));
    left.request_stop();
    QTRY_VERIFY(answer);
    QVERIFY(QFile::remove(path(QStringLiteral("far.yaml"))));  // what is submitted is what was asked for
    restart();
    QCOMPARE(stateOf(run), QStringLiteral("preparing"));
    // Only now does the new service come to its target.
    QTRY_VERIFY(m_service->site);
    site().queue.now = waitingFor(QStringLiteral("waits"));
    QTRY_COMPARE(stateOf(run), QStringLiteral("waiting"));
    QCOMPARE(site().queue.submitted, 1);
    QCOMPARE(m_service->book.writer.openSubmissions()->size(), 0);
    // The client's repeated call finds it.
    auto again = resultOf(m_service->runs.submissions().submit(run, QStringLiteral("far"), {path(QStringLiteral("far.yaml")), {}, {}, {}}, {}));
    QVERIFY(again && again->run == run);
    QCOMPARE(site().queue.submitted, 1);
  }

  void aLinkThatBreaksInTheMiddleIsWaitedFor() {
    site().queue.isSlow = true;
    const QString run = newId();
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}), answer);
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("being submitted"));
    site().queue.refusal = Error{"host.unreachable", {}, "the link broke", ExitCode::unreachable};
    site().queue.isSlow = false;
    QTRY_VERIFY(runOf(run).reason.startsWith(QStringLiteral("waits: ")));
    QVERIFY(!answer);
    site().queue.refusal.reset();
    site().queue.now = waitingFor(QStringLiteral("waits"));
    emit site().linkChanged();
    QTRY_VERIFY(answer && answer->ok());
    QCOMPARE(site().queue.submitted, 1);
  }

  void anErrorBeforeTheJobLeavesNothing() {
    site().queue.refusal = Error{"scheduler.refused", {}, "sbatch says no", ExitCode::refused_by_scheduler};
    const QString run = newId();
    auto refused = resultOf(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}));
    QVERIFY(!refused && refused.error().exit_code == ExitCode::refused_by_scheduler);
    QVERIFY(!m_service->book.store.run(run));
    QVERIFY(QDir(path(QStringLiteral("base"))).isEmpty());
    // A target that was never reached: at once, and nothing is kept.
    site().setAway(true);
    auto away = resultOf(m_service->runs.submissions().submit(newId(), QStringLiteral("far"), source(), {}));
    QVERIFY(!away && away.error().exit_code == ExitCode::unreachable);
    QVERIFY(m_service->book.store.runs()->isEmpty());
  }

  void whenNobodyWaitsAFailedSubmissionStays() {
    site().queue.isSlow = true;
    const QString run = newId();
    std::stop_source left;
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), left.get_token()), answer);
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("being submitted"));
    left.request_stop();
    QTRY_VERIFY(answer);
    site().queue.refusal = Error{"scheduler.refused", {}, "sbatch says no", ExitCode::refused_by_scheduler};
    site().queue.isSlow = false;
    QTRY_COMPARE(stateOf(run), QStringLiteral("failed"));
    QCOMPARE(runOf(run).reason, QStringLiteral("sbatch says no"));
    QCOMPARE(runOf(run).exitCode, std::optional<int>(9));
  }

  void aCancelBeforeTheJobRemovesWhatWasMade() {
    site().queue.isSlow = true;
    const QString run = newId();
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}), answer);
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("being submitted"));
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTRY_VERIFY(answer);
    QVERIFY(!*answer && answer->error().code == "run.cancelled");
    QCOMPARE(stateOf(run), QStringLiteral("cancelled"));
    QVERIFY(QDir(path(QStringLiteral("base"))).isEmpty());
    QCOMPARE(site().queue.submitted, 0);
  }

  void aCancelWhileAJobMayExistReachesIt() {
    site().queue.isSlow = true;
    const QString run = newId();
    std::optional<Result<SubmittedRun>> answer;
    keepResult(m_service->runs.submissions().submit(run, QStringLiteral("far"), source(), {}), answer);
    QTRY_COMPARE(runOf(run).reason, QStringLiteral("being submitted"));
    QDir().mkpath(path(QStringLiteral("base/far-%1/submissions/1").arg(run.left(8))));
    QVERIFY(resultOf(m_service->runs.cancel(run)));
    QTest::qWait(50);
    QVERIFY(!answer);
    site().queue.isSlow = false;
    QTRY_COMPARE(site().queue.cancelled, 1);
    QCOMPARE(site().queue.submitted, 1);
    site().queue.now = gone();
    QTRY_COMPARE(stateOf(run), QStringLiteral("cancelled"));
  }

  void tasksOfAnArrayAreRunsUnderIt() {
    site().queue.tasks = {{1, waitingFor(QStringLiteral("waits"))}, {2, waitingFor(QStringLiteral("waits"))}};
    const QString run = submit("resources: {array: '1-2'}\n");
    QVERIFY(!run.isEmpty());
    const auto tasks = *m_service->book.store.tasksOf(run);
    QCOMPARE(tasks.size(), 2);
    QCOMPARE(tasks[1].arrayIndex, std::optional<int>(2));
    QCOMPARE(tasks[1].folder, path(QStringLiteral("base/far-%1/tasks/2").arg(run.left(8))));
    QTRY_COMPARE(stateOf(tasks[0].run), QStringLiteral("waiting"));
    site().queue.tasks[1] = running();
    QTRY_COMPARE(stateOf(run), QStringLiteral("running"));
    QVERIFY2(runOf(run).reason.startsWith(QStringLiteral("0 of 2 tasks completed, 1 running, 1 waiting")), qPrintable(runOf(run).reason));
    const auto finishes = [&](int index, const QByteArray& end) {
      write(QStringLiteral("base/far-%1/tasks/%2/attempts/0001/events.jsonl").arg(run.left(8)).arg(index),
            line("\"event\": \"header\", \"format\": 1, \"run\": \"x\", \"attempt\": 1, \"nodes\": [\"n1\"], \"job_id\": \"101_1\", \"versions\": {}", 0) + line(step(index), 1) + line(end, 2));
      site().queue.tasks[index] = running();
      QTRY_VERIFY(!isOpen(runOf(tasks[index - 1].run).state));
      site().queue.tasks[index] = gone();
    };
    finishes(1, ends("completed", 0));
    finishes(2, ends("failed", 3));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(run), QStringLiteral("failed"), 15000);
    QVERIFY2(runOf(run).reason.contains(QStringLiteral("task 2: It says so.")), qPrintable(runOf(run).reason));
    QCOMPARE(points(tasks[1].run), 1);
    // Only what is not complete is submitted again, by itself.
    site().queue.now = waitingFor(QStringLiteral("waits"));
    QVERIFY(resultOf(m_service->runs.resume(run, {}, {})));
    QCOMPARE(site().queue.submitted, 2);
    QCOMPARE(site().queue.requests.back().folder, tasks[1].folder);
  }

  void runsOfTheBaseThatAreNotKnownAreFound() {
    const QString run = submit();
    site().queue.now = running();
    happens(run, 1, {step(1), ends("completed", 0)});
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QVERIFY(m_service->book.writer.removeRun(run));
    QDir().mkpath(path(QStringLiteral("base/no-run")));
    auto added = resultOf(m_service->runs.scan(QStringLiteral("far"), {}));
    QVERIFY(added && *added == 1);
    QTRY_COMPARE(stateOf(run), QStringLiteral("completed"));
    QCOMPARE(points(run), 1);
    added = resultOf(m_service->runs.scan(QStringLiteral("far"), {}));
    QVERIFY(added && *added == 0);
  }

  void aTargetInUseIsNotRemovedAndItsFactsAreKept() {
    site().learned.slurmVersion = QStringLiteral("22.05.8");
    const QString run = submit();
    const auto refused = resultOf(m_service->targets.remove(QStringLiteral("far")));
    QVERIFY(!refused && refused.error().code == "target.in_use");
    QCOMPARE(m_service->targets.list()->last().facts.slurmVersion, QStringLiteral("22.05.8"));
    site().queue.now = gone();
    QTRY_COMPARE(m_service->runs.openRuns(), 0);
    QVERIFY(resultOf(m_service->targets.remove(QStringLiteral("far"))));
    QCOMPARE(m_service->targets.list()->size(), 1);
    const auto unknown = resultOf(m_service->runs.resume(run, {}, {}));
    QVERIFY(!unknown && unknown.error().code == "target.unknown");
  }
};

QTEST_GUILESS_MAIN(KeeperTest)
#include "keeper_test.moc"
