// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that wait for others: how it is written, what the store makes of it, and what a queue is
// told.
#include "remote/schedulers/job_dependency.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include "remote/schedulers/direct/process_identity.h"
#include "remote/schedulers/direct/run_probe.h"
#include "remote/schedulers/slurm/slurm_submission.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/store/run_writer.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class JobDependencyTest : public QObject {
  Q_OBJECT

  static QString id(int number) {
    return QStringLiteral("%1-0000-4000-8000-000000000000").arg(10000000 + number);
  }
  static RunRecord record(int number, RunState state,
                          const QString& target = QStringLiteral("far")) {
    RunRecord run;
    run.run = id(number);
    run.name = QStringLiteral("toy");
    run.target = target;
    run.folder = QStringLiteral("/runs/toy-%1").arg(run.run.left(8));
    run.state = state;
    run.created = number;
    return run;
  }
  static void write(const QString& path, const QByteArray& text) {
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }

 private slots:
  void itIsWrittenAsItIsRead() {
    QVERIFY(afterFrom(QStringLiteral("toy-1")).when == AfterWhen::completed);
    for (const char* text : {"completed:a", "ended:a", "failed:a"})
      QCOMPARE(toText(afterFrom(QLatin1String(text))), QLatin1String(text));
    QVERIFY(isMetBy(AfterWhen::completed, true) && !isMetBy(AfterWhen::completed, false));
    QVERIFY(isMetBy(AfterWhen::ended, true) && isMetBy(AfterWhen::ended, false));
    QVERIFY(!isMetBy(AfterWhen::failed, true) && isMetBy(AfterWhen::failed, false));
  }

  void slurmIsToldInItsWords() {
    JobRequest request;
    request.folder = QStringLiteral("/runs/a");
    request.after = {{AfterWhen::completed, QStringLiteral("12"), {}, {}},
                     {AfterWhen::ended, QStringLiteral("13_4"), {}, {}},
                     {AfterWhen::failed, QStringLiteral("15"), {}, {}}};
    QVERIFY(sbatchArguments(request).contains(
        QStringLiteral("--dependency=afterok:12,afterany:13_4,afternotok:15")));
    request.after.clear();
    QVERIFY(!sbatchArguments(request).join(QLatin1Char(' ')).contains(QLatin1String("dependency")));
  }

  void theStoreKnowsTheJobs() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("runs.sqlite"));
    RunWriter writer(path);
    QVERIFY(writer.open());
    const RunState states[] = {RunState::running, RunState::completed, RunState::failed,
                               RunState::preparing};
    for (int i = 0; i < 4; ++i) QVERIFY(writer.addRun(record(i, states[i])));
    QVERIFY(writer.addRun(record(4, RunState::running, QStringLiteral("here"))));
    for (const auto& [submission, job] : {std::pair(1, "7"), std::pair(2, "9")})
      QVERIFY(writer.addJob(id(0), {submission, QStringLiteral("slurm"), QLatin1String(job), 1,
                                    QStringLiteral("toy.1"), 0}));
    RunStore store(path);
    const auto of = [&](const QString& after, Unknown unknown = Unknown::isRefused) {
      return jobsToWaitFor(store, {after}, QStringLiteral("far"), unknown);
    };
    const auto codeOf = [&](const QString& after) {
      const auto jobs = of(after);
      return jobs ? std::string() : jobs.error().code;
    };
    const auto running = of(id(0));
    QVERIFY(running && running->size() == 1);
    QCOMPARE(running->front().job, QStringLiteral("9"));  // the newest
    QVERIFY(of(id(1))->empty());
    QVERIFY(of(QStringLiteral("ended:") + id(2))->empty());
    QVERIFY(of(QStringLiteral("failed:") + id(2))->empty());
    QCOMPARE(codeOf(id(2)), std::string("after.not_completed"));
    QCOMPARE(codeOf(QStringLiteral("failed:") + id(1)), std::string("after.not_failed"));
    QCOMPARE(codeOf(id(3)), std::string("after.no_job"));
    QCOMPARE(codeOf(id(4)), std::string("after.elsewhere"));
    QCOMPARE(codeOf(id(5)), std::string("run.unknown"));
    QVERIFY(of(id(5), Unknown::isLeftOut)->empty());

    const auto named =
        runsToWaitFor(store, {"toy-10000000", "failed:10000002"}, QStringLiteral("far"));
    QVERIFY(named.ok());
    QCOMPARE(*named, (QStringList{QStringLiteral("completed:") + id(0),
                                  QStringLiteral("failed:") + id(2)}));
    QVERIFY(!runsToWaitFor(store, {"1000000"}, QStringLiteral("far")).ok());  // several begin so
    // As other commands name runs: by the name alone, where it is one run's; a study as a whole.
    RunRecord alone = record(6, RunState::running), inStudy[2];
    alone.name = QStringLiteral("pretrain");
    QVERIFY(writer.addRun(alone));
    for (int i = 0; i < 2; ++i) {
      inStudy[i] = record(7 + i, RunState::running);
      inStudy[i].name = QStringLiteral("rates");
      inStudy[i].study = QStringLiteral("abcdef00-0000-4000-8000-000000000000");
      QVERIFY(writer.addRun(inStudy[i]));
    }
    const auto byName = runsToWaitFor(store, {"pretrain", "ended:rates"}, QStringLiteral("far"));
    QVERIFY(byName.ok());
    QCOMPARE(*byName, (QStringList{QStringLiteral("completed:") + alone.run,
                                   QStringLiteral("ended:") + inStudy[1].run,
                                   QStringLiteral("ended:") + inStudy[0].run}));
    const auto several = runsToWaitFor(store, {"toy"}, QStringLiteral("far"));
    QVERIFY(!several.ok());
    QCOMPARE(several.error().code, std::string("run.same_name"));
    const auto words = waitsFor(store, {id(0), id(1), id(3)});
    QVERIFY(words);
    QCOMPARE(words->text, QStringLiteral("waits for toy-10000000 to complete, and for 1 more"));
    QVERIFY(!waitsFor(store, {id(1)}));
  }

  void whatBecameOfARunIsInItsFolder() {
    const QTemporaryDir folder;
    const QString run = folder.filePath(QStringLiteral("toy-1"));
    QVERIFY(probeRun(run) == RunProbe::ended);  // gone
    QVERIFY(QDir().mkpath(run));
    QVERIFY(probeRun(run) == RunProbe::open);  // being made
    const QString own = toText(*identify(::getpid()));
    write(run + QStringLiteral("/submissions/1/job.json"),
          "{\"job\": \"" + own.toUtf8() + "\", \"waiting\": false}");
    QVERIFY(probeRun(run) == RunProbe::open);
    write(run + QStringLiteral("/submissions/2/job.json"),
          "{\"job\": \"1-1-00000000-0000-0000-0000-000000000000\", \"waiting\": false}");
    QVERIFY(probeRun(run) == RunProbe::ended);
    const QString events = run + QStringLiteral("/attempts/0001/events.jsonl");
    const QByteArray end =
        "{\"time\": 1, \"sequence\": 1, \"event\": \"end\", \"outcome\": \"completed\", "
        "\"exit_code\": 0, \"code\": \"\", \"arguments\": {}, \"reason\": \"\"}\n";
    write(events, "{\"cut");
    QVERIFY(probeRun(run) == RunProbe::ended);
    write(events, end);
    QVERIFY(probeRun(run) == RunProbe::completed);
    write(events, QByteArray(3 << 20, 'x') + "\n" + end);  // much before it
    QVERIFY(probeRun(run) == RunProbe::completed);
    write(events, QByteArray(end).replace("completed", "failed"));
    QVERIFY(probeRun(run) == RunProbe::ended);
  }
};

TRAINYARD_TEST(JobDependencyTest);
#include "job_dependency_test.moc"
