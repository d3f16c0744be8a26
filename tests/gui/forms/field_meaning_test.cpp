// SPDX-License-Identifier: GPL-3.0-or-later
// What values of an experiment come to, with and without a plan of its training.
#include "gui/forms/field_meaning.h"

#include <QLocale>
#include <QTest>

#include "engine/optim/schedule.h"
#include "gui/forms/schedule_curve.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

TrainingPlan planOf(std::int64_t steps, std::int64_t stepsPerEpoch) {
  TrainingPlan plan;
  plan.num_steps = steps;
  plan.steps_per_epoch = stepsPerEpoch;
  return plan;
}

}  // namespace

class FieldMeaningTest : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  void cleanupTestCase() { QLocale::setDefault(QLocale::system()); }

  void warmUpIsInSteps() {
    Experiment experiment;
    experiment.schedule.warmup_ratio = 0.03;
    QCOMPARE(said(experiment, "schedule.warmup_ratio"), "3 % of the steps");
    const TrainingPlan plan = planOf(4469, 2235);
    QCOMPARE(said(experiment, "schedule.warmup_ratio", &plan), "135 of 4,469 steps");
    experiment.training.max_steps = 1000;
    QCOMPARE(said(experiment, "schedule.warmup_ratio"), "30 of 1,000 steps");
    experiment.schedule.kind = ScheduleKind::constant;  // which has none
    QCOMPARE(said(experiment, "schedule.warmup_ratio"), "");
    experiment.schedule = {.warmup_steps = 50};
    QCOMPARE(said(experiment, "schedule.warmup_steps"), "5 % of 1,000 steps");
    QCOMPARE(said(experiment, "schedule.kind"), "Falls to 0 at the last step");
    experiment.schedule.kind = ScheduleKind::warmup_stable_decay;
    experiment.schedule.decay_steps = 200;
    experiment.schedule.minimum_learning_rate = 1e-6;
    QCOMPARE(said(experiment, "schedule.kind"), "Falls to 1e-6 in the last 200 steps");
  }

  void batchesAreProducts() {
    Experiment experiment;
    experiment.batch.per_device = 2;
    experiment.resources.gpus_per_node = 4;
    experiment.batch.global = 64;
    QCOMPARE(said(experiment, "batch.global"), "2 per device × 8 accumulation steps × 4 GPUs");
    QCOMPARE(said(experiment, "batch.gradient_accumulation_steps"),
             "The global batch makes them 8");
    experiment.batch.global = 63;  // cannot be divided: the error says it
    QCOMPARE(said(experiment, "batch.global"), "");
    experiment.batch.global.reset();
    QCOMPARE(said(experiment, "batch.global"), "8 sequences in a step: 2 per device × 4 GPUs");
    QCOMPARE(said(experiment, "batch.per_device"), "");
    TrainingPlan plan;
    plan.memory = {{.per_device = 1, .parameters = 19'800'000'000},
                   {.per_device = 2, .parameters = 19'800'000'000, .activations = 11'800'000'000}};
    QCOMPARE(said(experiment, "batch.per_device", &plan), "1 needs 18.4 GiB, 2 needs 29.4 GiB");
  }

  void lengthsAndIntervals() {
    Experiment experiment;
    experiment.training.num_epochs = 2;
    QCOMPARE(said(experiment, "training.max_steps"), "");
    QCOMPARE(said(experiment, "evaluation.every_steps"), "");  // of a length that is not known
    const TrainingPlan plan = planOf(4469, 2235);
    QCOMPARE(said(experiment, "training.max_steps", &plan), "4,469 steps, 2 epochs");
    QCOMPARE(said(experiment, "training.num_epochs", &plan), "4,469 steps");
    experiment.evaluation.every_steps = 100;
    QCOMPARE(said(experiment, "evaluation.every_steps", &plan),
             "44 times in this training, every 2 %");
    experiment.checkpoint.every_steps = 5000;
    QCOMPARE(said(experiment, "checkpoint.every_steps", &plan),
             "Not within the 4,469 steps of this training");
    experiment.logging.every_steps = 10;
    QCOMPARE(said(experiment, "logging.every_steps", &plan),
             "446 times in this training, every 0.2 %");
    experiment.training.max_steps = 240;
    experiment.evaluation.every_steps = 200;
    QCOMPARE(said(experiment, "evaluation.every_steps"), "Once in this training");
    QCOMPARE(said(experiment, "training.num_epochs"),
             "Has no effect while steps or tokens are limited");
    experiment.training.max_tokens = 100'000;  // whichever ends it first
    QCOMPARE(said(experiment, "evaluation.every_steps"), "");
  }

  void modelsAndOptimizers() {
    Experiment experiment;
    QCOMPARE(said(experiment, "optimizer.beta1"), "About the mean of the last 10 gradients");
    QCOMPARE(said(experiment, "optimizer.beta2"),
             "About the mean of the last 1,000 squared gradients");
    QCOMPARE(said(experiment, "optimizer.max_gradient_norm"),
             "Longer gradients are shortened to a norm of 1");
    experiment.optimizer.max_gradient_norm = 0;
    QCOMPARE(said(experiment, "optimizer.max_gradient_norm"), "Gradients are left as they are");
    QCOMPARE(said(experiment, "data.sequence_length"), "of at most 1,024 positions");
    experiment.model.pretrained = "gpt2";
    QCOMPARE(said(experiment, "data.sequence_length"), "");
    experiment.lora.rank = 8;
    QCOMPARE(said(experiment, "lora.alpha"), "The adapter's output counts 2 times");
    TrainingPlan plan;
    plan.num_parameters = 596'000'000;
    plan.num_trained = 10'100'000;
    QCOMPARE(said(experiment, "lora.rank", &plan), "10.1 M of 596 M parameters are trained");
    QCOMPARE(said(experiment, "model.kind", &plan), "596 M parameters");
  }

  void resources() {
    Experiment experiment;
    experiment.workload = Workload::command;
    experiment.resources.time_limit = "24:00:00";
    experiment.resources.nodes = 2;
    experiment.resources.gpus_per_node = 4;
    QCOMPARE(said(experiment, "resources.time_limit"), "1 day");
    QCOMPARE(said(experiment, "resources.gpus_per_node"), "8 GPUs in all");
    QCOMPARE(said(experiment, "resources.processes_per_node"), "4");
    QCOMPARE(said(experiment, "restart.signal_before_end_seconds"), "2 min");
    QCOMPARE(said(experiment, "optimizer.beta1"), "");  // only the trainer has an optimizer
    experiment.resources.time_limit = "3";
    QCOMPARE(said(experiment, "restart.signal_before_end_seconds"),
             "45 s, a quarter of the time limit");
  }

  // The picture of a schedule is that of the engine's.
  void schedulesAreTheEngines() {
    for (const auto& [kind, name] : Names<ScheduleKind>::all)
      for (const std::int64_t warmup : {0, 1, 10})
        for (const WarmupType type : {WarmupType::log, WarmupType::linear})
          for (const bool isOther : {false, true}) {
            ScheduleSection section{.kind = kind, .warmup_steps = warmup, .warmup_type = type};
            if (isOther) {
              section.minimum_learning_rate = 1e-5;
              section.num_cycles = 3;
              section.power = 2;
              section.decay_steps = 25;
              section.timescale = 7;
            }
            const Schedule engine(section, 1e-4, 100);
            const ScheduleCurve curve(section, 1e-4, 100);
            for (int step = 0; step <= 100; ++step)
              QVERIFY2(qAbs(engine.factor(step) - curve.at(step)) < 1e-12,
                       qPrintable(QString("%1, step %2: %3, not %4")
                                      .arg(QLatin1String(name.data(), name.size()))
                                      .arg(step)
                                      .arg(curve.at(step))
                                      .arg(engine.factor(step))));
          }
    QCOMPARE(warmupSteps({.warmup_ratio = 0.03}, 4469), warmup_steps({.warmup_ratio = 0.03}, 4469));
  }

 private:
  static QString said(const Experiment& experiment, const char* path,
                      const TrainingPlan* plan = nullptr) {
    return FieldMeaning::meanings(experiment, plan).value(QString::fromLatin1(path));
  }
};

TRAINYARD_TEST(FieldMeaningTest);
#include "field_meaning_test.moc"
