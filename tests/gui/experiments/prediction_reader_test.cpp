// SPDX-License-Identifier: GPL-3.0-or-later
// What past runs say of the edited document, and where it is said.
#include "gui/experiments/checks/prediction_reader.h"

#include <QTemporaryDir>
#include <QTest>

#include "engine/contract/experiment/reader.h"
#include "gui/experiments/checks/submission_facts.h"
#include "gui/experiments/review/review_row.h"
#include "remote/service/registry/run_settings.h"
#include "remote/store/run_writer.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

Experiment programWith(const std::string& arguments, const std::string& more = {}) {
  return read_experiment(
             "format: 1\nname: x\nworkload: command\ncommand: {program: train.py, "
             "arguments: " +
                 arguments + "}\n" + more,
             "x.yaml")
      .experiment;
}

RunPrediction ofNineRuns() {
  RunPrediction prediction;
  prediction.memoryGib = Predicted{12.4, 0.06, 9};
  prediction.seconds = Predicted{4320, 0.042, 9};
  return prediction;
}

}  // namespace

class PredictionReaderTest : public QObject {
  Q_OBJECT
 private slots:
  void pastRunsOfTheSameDocumentAreFound() {
    QTemporaryDir folder;
    const QString path = folder.filePath("runs.sqlite");
    {
      RunWriter writer(path);
      QVERIFY(writer.open());
      for (int i = 0; i < 3; ++i) {
        RunRecord run;
        run.run = QString::number(i);
        run.name = "x";
        run.folder = "/runs/x";
        run.target = "here";
        run.workload = "command";
        QVERIFY(writer.addRun(run));
        QVERIFY(writer.setSettings(run.run, settingsOf(programWith("[--epochs, '3', --lr, '" +
                                                                   std::to_string(i) + "']"))));
        QVERIFY(writer.importEvents(run.run, 1,
                                    {{1000, 0, HeaderEvent{}},
                                     {1001, 1, SystemEvent{"a", 0.5, 4.0 + i, {}}},
                                     {1100. + 10 * i, 2, EndEvent{}}},
                                    1, 0));
      }
    }
    PredictionReader reader(path);
    reader.setWatched(true);
    reader.setRun(programWith("[--epochs, '6', --lr, '0.5']"), "here", nullptr);
    QVERIFY(reader.prediction().isEmpty());
    QTRY_VERIFY(reader.prediction().seconds);
    QCOMPARE(reader.prediction().seconds->value, 220.0);
    QCOMPARE(reader.prediction().memoryGib->value, 5.0);
    QCOMPARE(reader.prediction().memoryGib->runs, 3);
    // What is said of another document is not what was said of this one.
    reader.setRun(programWith("[--epochs, '6', --wide]"), "here", nullptr);
    QVERIFY(reader.prediction().isEmpty());
    // As long as nothing changes that it depends on, it stays.
    reader.setRun(programWith("[--epochs, '3']"), "here", nullptr);
    QTRY_VERIFY(reader.prediction().seconds);
    QCOMPARE(reader.prediction().seconds->value, 110.0);
    reader.setRun(programWith("[--epochs, '3']"), "here", nullptr);
    QVERIFY(reader.prediction().seconds);
  }

  void theFootSaysItWithItsError() {
    const Experiment experiment = programWith("[]");
    QVERIFY(SubmissionFacts::of(experiment, {}, 100).isEmpty());
    const auto facts = SubmissionFacts::of(experiment, {.prediction = ofNineRuns()}, 100);
    QCOMPARE(facts.size(), 2);
    QCOMPARE(facts[0].label, "Main memory, predicted");
    QCOMPARE(facts[0].value, "12.4 GiB");
    QCOMPARE(facts[0].note, "± 6 % in 9 runs");
    QCOMPARE(facts[1].value, "1 h 12 min");
    QCOMPARE(facts[1].note, "± 4 % in 9 runs");
    QVERIFY(facts[1].tip.startsWith("If it starts now, it ends: "));
  }

  void theReviewSaysWhetherItFits() {
    const auto row = [](const QString& name, const std::string& resources) {
      const Experiment experiment = programWith("[]", "resources: " + resources + "\n");
      for (const ReviewRow& each : CheckedRows::of(experiment, {.prediction = ofNineRuns()}, {}))
        if (each.name == name) return each;
      return ReviewRow{};
    };
    const QString fits = "{memory_gib_per_node: 16, time_limit: '2:00:00'}",
                  isTooLittle = "{memory_gib_per_node: 8, time_limit: '1:00:00'}";
    for (const QString& enough : {QString("{}"), fits}) {
      QCOMPARE(row("Main memory", enough.toStdString()).detail, "12.4 GiB, ± 6 % in 9 runs");
      QCOMPARE(row("Main memory", enough.toStdString()).tone, look::Tone::completed);
      QCOMPARE(row("Time", enough.toStdString()).detail, "1 h 12 min, ± 4 % in 9 runs");
    }
    const ReviewRow memory = row("Main memory", isTooLittle.toStdString());
    QCOMPARE(memory.tone, look::Tone::waiting);
    QCOMPARE(memory.detail, "12.4 GiB, ± 6 % in 9 runs; only 8.0 GiB requested");
    QCOMPARE(row("Time", isTooLittle.toStdString()).detail,
             "1 h 12 min, ± 4 % in 9 runs; the time limit is 1 h");
    QVERIFY(row("GPU memory", "{}").name.isEmpty());
    for (const ReviewRow& each : CheckedRows::of(programWith("[]"), {}, {}))
      QVERIFY(each.name != "Main memory");
  }
};

TRAINYARD_WINDOW_TEST(PredictionReaderTest);
#include "prediction_reader_test.moc"
