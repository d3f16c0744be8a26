// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a submission before it is made, and where there is no room for all of it.
#include "gui/experiments/checks/submission_facts.h"
#include "remote/values/gpu_names.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "engine/contract/experiment/reader.h"
#include "gui/experiments/experiment_foot.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

Experiment trainedWith(const std::string& more) {
  return read_experiment("format: 1\nname: x\nworkload: engine\n" + more, "x.yaml").experiment;
}

TrainingPlan planOf(std::int64_t bytes, std::optional<std::int64_t> steps) {
  TrainingPlan plan;
  plan.per_device = 2;
  plan.memory = {{1, bytes / 4, 0, 0, 0, bytes / 4}, {2, bytes / 2, 0, 0, 0, bytes / 2}};
  plan.num_steps = steps;
  if (steps) plan.steps_per_epoch = *steps / 2;
  return plan;
}

TargetRecord clusterWith(const QStringList& gpus) {
  TargetRecord target;
  target.settings.name = "far";
  target.facts.node.gpus = gpus;
  return target;
}

constexpr std::int64_t oneGib = 1ll << 30;

}  // namespace

class SubmissionFactsTest : public QObject {
  Q_OBJECT
 private slots:
  void memoryIsOfWhatTheGpusHave() {
    const Experiment experiment =
        trainedWith("resources: {gpus_per_node: 4, time_limit: \"1-00:00:00\"}\n");
    const TrainingPlan plan = planOf(32 * oneGib, 4469);
    const TargetRecord target = clusterWith({"NVIDIA A100-SXM4-64GB 8.0"});
    const auto facts = SubmissionFacts::of(
        experiment, {.numRuns = 5, .plan = &plan, .target = &target, .expectedStart = 100 + 7200},
        100);
    QCOMPARE(facts.size(), 4);
    QCOMPARE(facts[0].label, "Memory on each GPU");
    QCOMPARE(facts[0].value, "32.0 GiB");
    QCOMPARE(facts[0].note, "of 64.0");
    QCOMPARE(*facts[0].share, 0.5);
    QCOMPARE(facts[1].value, "4,469 steps");
    QCOMPARE(facts[1].note, "3 epochs");  // the default of training.num_epochs
    QCOMPARE(facts[2].value, "480");
    QCOMPARE(facts[2].note, "5 runs × 4 × 1 d 0 h");
    QCOMPARE(facts[3].label, "Expected start");
    QCOMPARE(facts[3].note, "far");
  }

  void whatIsNotKnownIsSaid() {
    const Experiment experiment = trainedWith("training: {num_epochs: 2}\n");
    auto facts = SubmissionFacts::of(experiment, {}, 0);
    QCOMPARE(facts[0].label, "Memory of each process");
    QCOMPARE(facts[0].value, "…");
    facts = SubmissionFacts::of(experiment, {.whyNoPlan = "the model is on far"}, 0);
    QCOMPARE(facts[0].value, "not known");
    QCOMPARE(facts[0].tip, "the model is on far");
    QCOMPARE(facts[1].value, "2 epochs");
    QCOMPARE(facts.size(), 2);  // no GPUs, nothing to wait for
    // A program of one's own has no planned memory.
    const Experiment command =
        read_experiment("format: 1\nname: x\nworkload: command\ncommand: {program: /bin/true}\n",
                        "x")
            .experiment;
    QVERIFY(SubmissionFacts::of(command, {}, 0).isEmpty());
  }

  void namesOfGpusTellTheirMemory() {
    QCOMPARE(*gpuBytes(QString("NVIDIA A100-SXM4-40GB 8.0")), 40.0 * oneGib);
    QCOMPARE(*gpuBytes(QString("NVIDIA H100 80GB HBM3 9.0")), 80.0 * oneGib);
    QCOMPARE(*gpuBytes(QString("Tesla V100-SXM2-32GB 7.0")), 32.0 * oneGib);
    QCOMPARE(*gpuBytes(QString("Quadro RTX 8000 7.5")), 48.0 * oneGib);
    QCOMPARE(*gpuBytes(QString("NVIDIA H200 9.0")), 141.0 * oneGib);
    QVERIFY(!gpuBytes(QString("NVIDIA A100 8.0")));
    const TargetRecord mixed =
        clusterWith({"NVIDIA A100-SXM4-80GB 8.0", "NVIDIA A100-SXM4-40GB 8.0"});
    QCOMPARE(*SubmissionFacts::gpuBytes(&mixed), 40.0 * oneGib);
    QVERIFY(!SubmissionFacts::gpuBytes(static_cast<const TargetRecord*>(nullptr)));
  }

  void whatThereIsNoRoomForIsLeftOut() {
    ExperimentFoot foot;
    foot.showVerdict({look::Tone::completed, "check", "Ready to submit"});
    QList<SubmissionFact> facts;
    for (const char* label : {"first", "second", "third"})
      facts << SubmissionFact{label, "a value of some length", "and a note beside it"};
    foot.showFacts(facts);
    foot.resize(1600, 56);
    foot.show();
    const auto shown = [&] {
      QStringList labels;
      for (const QLabel* label : foot.findChildren<QLabel*>())
        if (label->isVisible() && QStringList{"first", "second", "third"}.contains(label->text()))
          labels << label->text();
      return labels;
    };
    QCOMPARE(shown(), QStringList({"first", "second", "third"}));
    foot.resize(700, 56);
    QVERIFY(shown().size() < 3 && shown().endsWith("third"));
    foot.resize(300, 56);
    QCOMPARE(shown(), QStringList());
    QCOMPARE(foot.verdict(), "Ready to submit");
    QSignalSpy wanted(&foot, &ExperimentFoot::problemsWanted);
    QTest::mouseClick(&foot, Qt::LeftButton, {}, {12, 28});
    QCOMPARE(wanted.count(), 1);
  }
};

TRAINYARD_WINDOW_TEST(SubmissionFactsTest);
#include "submission_facts_test.moc"
