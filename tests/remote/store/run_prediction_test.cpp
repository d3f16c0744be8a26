// SPDX-License-Identifier: GPL-3.0-or-later
// What past runs say of the next one.
#include <cmath>

#include <QTest>

#include "remote/store/run_prediction.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Noise of at most `size` around 1, always the same.
double noise(int at, double size) {
  const double wave = std::fmod(at * 0.618034 + 0.17, 1.0) * 2 - 1;
  return 1 + size * wave;
}

RunOfAKind trainedBy(double rows, double rate = 1e-3) {
  RunOfAKind run;
  run.workload = "engine";
  run.target = "cluster";
  run.settings = {{"model.kind", "gpt2"},
                  {"batch.per_device", rows},
                  {"optimizer.kind", "adamw"},
                  {"optimizer.learning_rate", rate},
                  {"data.train", "[text]"},
                  {"resources.gpus_per_node", 1.0},
                  {"resources.time_limit", "1:00:00"},
                  {"training.num_epochs", 3.0}};
  return run;
}

RunOfAKind started(const QString& arguments) {
  RunOfAKind run;
  run.workload = "command";
  run.target = "cluster";
  run.settings = {{"command.program", "train.py"}, {"command.arguments", arguments}};
  return run;
}

PastRun past(const RunOfAKind& run, std::optional<double> seconds,
             std::optional<double> memory = {}, std::optional<double> gpuMemory = {}) {
  PastRun out;
  static_cast<RunOfAKind&>(out) = run;
  out.seconds = seconds;
  out.memoryGib = memory;
  out.gpuMemoryGib = gpuMemory;
  return out;
}

bool isNear(double value, double expected, double share) {
  return std::abs(value - expected) <= share * expected;
}

// Runs of a program that takes `beginning` and then `pace` for each epoch, and `memory` GiB.
struct Program {
  double beginning, pace, memory, noise;
};

}  // namespace

class RunPredictionTest : public QObject {
  Q_OBJECT
 private slots:
  void repeats_data() {
    QTest::addColumn<Program>("program");
    QTest::addColumn<QList<double>>("lengths");  // of the past runs
    QTest::addColumn<double>("next");
    const auto row = [](const char* name, const Program& program, const QList<double>& lengths,
                        double next) { QTest::newRow(name) << program << lengths << next; };
    row("two repeats", {0, 100, 4, 0.03}, {3, 3}, 3);
    row("three repeats", {30, 100, 12.4, 0.05}, {3, 3, 3}, 3);
    row("nine repeats with much noise", {30, 100, 12.4, 0.09}, {3, 3, 3, 3, 3, 3, 3, 3, 3}, 3);
    row("twice as long", {0, 100, 4, 0.05}, {3, 3, 3}, 6);
    row("ten times as long, little beginning", {10, 100, 4, 0.05}, {3, 3, 3}, 30);
    row("two lengths, much beginning", {600, 100, 4, 0.02}, {2, 2, 10, 10}, 20);
    row("three lengths", {600, 100, 80, 0.04}, {1, 5, 20}, 10);
    row("shorter than all", {60, 100, 80, 0.04}, {10, 12, 20}, 4);
    row("one as long among others", {60, 100, 4, 0.04}, {1, 10, 3, 4, 8}, 3);
    row("seconds", {1, 2, 0.4, 0.05}, {5, 5, 5, 5}, 5);
    row("days", {600, 40000, 400, 0.05}, {5, 4, 3}, 6);
  }

  // Memory within a tenth, the end within 15 %.
  void repeats() {
    QFETCH(Program, program);
    QFETCH(QList<double>, lengths);
    QFETCH(double, next);
    QList<PastRun> runs;
    for (int i = 0; i < lengths.size(); ++i)
      runs << past(started(QStringLiteral("[--epochs, \"%1\", --lr, \"%2\"]")
                               .arg(lengths[i])
                               .arg(1e-3 * (i + 1))),
                   (program.beginning + program.pace * lengths[i]) * noise(i, program.noise),
                   program.memory * noise(i + 50, program.noise));
    const RunPrediction prediction =
        predictRun(started(QStringLiteral("[--epochs, \"%1\", --lr, \"0.5\"]").arg(next)), runs);
    QVERIFY(prediction.memoryGib && prediction.seconds);
    QVERIFY2(isNear(prediction.memoryGib->value, program.memory, 0.1),
             qPrintable(QString::number(prediction.memoryGib->value)));
    QVERIFY2(isNear(prediction.seconds->value, program.beginning + program.pace * next, 0.15),
             qPrintable(QString::number(prediction.seconds->value)));
    QCOMPARE(prediction.seconds->runs, lengths.size());
    QVERIFY(prediction.memoryGib->error <= 2 * program.noise + 1e-9);
    QVERIFY(!prediction.gpuMemoryGib);
  }

  void theErrorIsThatOfEachFromTheOthers() {
    const RunOfAKind run = started("[]");
    const RunPrediction prediction =
        predictRun(run, {past(run, 90, 9), past(run, 100, 10), past(run, 110, 11)});
    QCOMPARE(prediction.seconds->value, 100.0);
    QCOMPARE(prediction.seconds->runs, 3);
    // 90 from 105, 100 from 100, 110 from 95.
    QVERIFY(isNear(prediction.seconds->error, (15.0 / 90 + 15.0 / 110) / 3, 1e-9));
    QVERIFY(isNear(prediction.memoryGib->error, (1.5 / 9 + 1.5 / 11) / 3, 1e-9));
  }

  void nothingIsSaidUnderTwoRuns() {
    const RunOfAKind run = started("[--epochs, \"3\"]");
    QVERIFY(predictRun(run, {}).isEmpty());
    QVERIFY(predictRun(run, {past(run, 100, 4)}).isEmpty());
    QVERIFY(predictRun(run, {past(run, 100, 4), past(started("[--wide]"), 100, 4)}).isEmpty());
    const RunPrediction prediction = predictRun(run, {past(run, 100, 4), past(run, {}, 4)});
    QVERIFY(prediction.memoryGib && !prediction.seconds);
    QVERIFY(predictRun(run, {past(run, {}), past(run, {})}).isEmpty());
  }

  void whatIsComparable_data() {
    QTest::addColumn<QString>("other");
    QTest::addColumn<bool>("isComparable");
    const auto row = [](const char* other, bool isComparable) {
      QTest::newRow(other) << QString::fromLatin1(other) << isComparable;
    };
    row("[--batch, \"8\", --lr, \"0.1\"]", true);
    row("[--batch, \"8\", --lr, \"0.3\"]", true);
    row("[--batch, \"8\", --learning-rate=0.3]", true);
    row("[--batch, \"8\"]", true);
    row("[--batch, \"16\", --lr, \"0.1\"]", false);
    row("[--batch, \"8\", --lr, \"0.1\", --amp]", false);
    row("[--batch, \"80\", --lr, \"0.1\"]", false);
    row("[--lr, \"0.1\"]", false);
  }
  void whatIsComparable() {
    QFETCH(QString, other);
    QFETCH(bool, isComparable);
    const RunOfAKind run = started("[--batch, \"8\", --lr, \"0.1\"]");
    QCOMPARE(hasSameMemory(run, started(other)), isComparable);
    QCOMPARE(hasSamePace(run, started(other)), isComparable);
  }

  void whatHardlyMattersMayDiffer() {
    const RunOfAKind run = trainedBy(8);
    RunOfAKind other = trainedBy(8, 3e-4);
    other.settings["name"] = "another";
    other.settings["seed"] = 7.0;
    other.settings["resources.time_limit"] = "2:00:00";
    other.settings["logging.every_steps"] = 1.0;
    QVERIFY(hasSameMemory(run, other) && hasSamePace(run, other));
    other.target = "elsewhere";
    QVERIFY(hasSameMemory(run, other) && !hasSamePace(run, other));
    other.settings["model.kind"] = "llama";
    QVERIFY(!hasSameMemory(run, other));
    QVERIFY(!hasSameMemory(run, trainedBy(16)));
  }

  // The plan says what more rows take; what else the program holds stays.
  void memoryOfTheEngineFollowsItsPlan() {
    const auto planned = [](double rows) {
      RunOfAKind run = trainedBy(rows);
      run.planGib = 2 + rows * 0.5;
      return run;
    };
    QList<PastRun> runs;
    int at = 0;
    for (const double rows : {4.0, 8.0, 8.0})
      runs << past(planned(rows), 100, 20, (2 + rows * 0.5 + 1.2) * noise(at++, 0.03));
    const RunPrediction prediction = predictRun(planned(32), runs);
    QVERIFY(isNear(prediction.gpuMemoryGib->value, 2 + 16 + 1.2, 0.1));
    QCOMPARE(prediction.memoryGib->value, 20.0);  // of the node: its GPUs hold the batch
    QVERIFY(!prediction.seconds);
    // On processors the batch is in main memory.
    RunOfAKind next = planned(32);
    next.settings["resources.gpus_per_node"] = 0.0;
    for (PastRun& run : runs) run.settings["resources.gpus_per_node"] = 0.0;
    QVERIFY(isNear(predictRun(next, runs).memoryGib->value, 20 + 12, 0.1));
    QVERIFY(!predictRun(next, runs).gpuMemoryGib);
  }

  void timeOfTheEngineGrowsWithItsSteps() {
    RunOfAKind next = trainedBy(8);
    next.steps = 4000;
    QList<PastRun> runs;
    for (const double steps : {1000.0, 2000.0, 3000.0}) {
      RunOfAKind run = trainedBy(8);
      run.steps = steps;
      runs << past(run, 60 + steps * 0.5);
    }
    QVERIFY(isNear(predictRun(next, runs).seconds->value, 2060, 1e-6));
    // Before the data is prepared, no steps are known, but epochs.
    next.steps.reset();
    QVERIFY(isNear(predictRun(next, runs).seconds->value, 1060, 1e-6));
    next.settings["training.num_epochs"] = 6.0;
    QVERIFY(isNear(predictRun(next, runs).seconds->value, 2120, 1e-6));
  }
};

TRAINYARD_TEST(RunPredictionTest);
#include "run_prediction_test.moc"
