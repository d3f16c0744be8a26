// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs of the store say something of the next one.
#include <QTemporaryDir>
#include <QTest>

#include "remote/store/past_runs.h"
#include "tests/qt_tests.h"
#include "tests/remote/store/written_events.h"

using namespace trainyard;

class PastRunsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  QString m_path = m_folder.filePath("runs.sqlite");

  // A run of a command that took so long and so much.
  static void add(RunWriter& writer, const QString& id, const QString& arguments, double seconds,
                  double memory, Outcome outcome = Outcome::completed) {
    RunRecord run = runNamed(id, id.right(1).toDouble());
    run.workload = "command";
    EndEvent end;
    end.outcome = outcome;
    const double seed = id.right(1).toDouble();
    const QList<RunSetting> settings{{"command.program", "train.py", std::nullopt},
                                     {"command.arguments", arguments, std::nullopt},
                                     {"seed", id.right(1), seed}};
    const std::vector<Event> events{{1000, 0, HeaderEvent{}},
                                    {1010, 1, SystemEvent{"a", 0.5, memory, {}}},
                                    {1000 + seconds, 2, end}};
    if (!writer.addRun(run) || !writer.setSettings(id, settings) ||
        !writer.importEvents(id, 1, events, 1, 0))
      qFatal("the store cannot be written");
  }

  static RunOfAKind next(const QString& arguments) {
    RunOfAKind run;
    run.workload = "command";
    run.target = "here";
    run.settings = {
        {"command.program", "train.py"}, {"command.arguments", arguments}, {"seed", 77.0}};
    return run;
  }

 private slots:
  void onlyComparableOnesThatWereCompleted() {
    {
      RunWriter writer(m_path);
      QVERIFY(writer.open());
      add(writer, "run-1", "[--epochs, \"3\"]", 300, 4);
      add(writer, "run-2", "[--epochs, \"3\"]", 330, 4.4);
      add(writer, "run-3", "[--epochs, \"6\"]", 620, 4.2);
      add(writer, "run-4", "[--epochs, \"3\", --wide]", 900, 16);
      add(writer, "run-5", "[--epochs, \"3\"]", 100, 90, Outcome::failed);
    }
    const auto past = pastRunsLike(next("[--epochs, \"3\"]"), m_path);
    QVERIFY(past);
    QCOMPARE(past->size(), 3);
    QCOMPARE(past->first().seconds, std::optional(620.0));  // the newest first
    QCOMPARE(past->first().memoryGib, std::optional(4.2));
    const RunPrediction prediction = predictRun(next("[--epochs, \"3\"]"), *past);
    QCOMPARE(prediction.seconds->value, 315.0);
    QCOMPARE(prediction.memoryGib->value, 4.2);
    QCOMPARE(prediction.memoryGib->runs, 3);
    QVERIFY(pastRunsLike(next("[--deep]"), m_path)->isEmpty());
  }

  void aHistoryThatIsNotThereIsEmpty() {
    QVERIFY(pastRunsLike(next("[]"), m_folder.filePath("absent.sqlite"))->isEmpty());
  }

  void theEnginesPlanIsInItsMessages() {
    const QString path = m_folder.filePath("engine.sqlite");
    RunWriter writer(path);
    QVERIFY(writer.open());
    RunRecord run = runNamed(runId);
    run.workload = "engine";
    QVERIFY(writer.addRun(run));
    QVERIFY(writer.setSettings(runId, {{"model.kind", "gpt2", {}}}));
    MessageEvent plan;
    plan.code = "memory.plan";
    plan.arguments = {{"total", "1536.0 MiB"}};
    StartEvent start;
    start.total_steps = 400;
    QVERIFY(writer.importEvents(
        runId, 1,
        {{1000, 0, HeaderEvent{}}, {1001, 1, start}, {1002, 2, plan}, {1400, 3, EndEvent{}}}, 1,
        0));
    RunOfAKind like;
    like.workload = "engine";
    like.target = "here";
    like.settings = {{"model.kind", "gpt2"}};
    const auto past = pastRunsLike(like, path);
    QVERIFY(past && past->size() == 1);
    QCOMPARE(past->first().planGib, std::optional(1.5));
    QCOMPARE(past->first().steps, std::optional(400.0));
  }
};

TRAINYARD_TEST(PastRunsTest);
#include "past_runs_test.moc"
