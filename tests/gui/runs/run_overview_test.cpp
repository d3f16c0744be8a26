// SPDX-License-Identifier: GPL-3.0-or-later
// What the first tab of a run says: why it ended, what would make it fit, when it ran.
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QTabWidget>
#include <QJsonArray>
#include <QTest>

#include "gui/runs/compare/settings_table.h"
#include "gui/runs/overview/cause_card.h"
#include "gui/runs/overview/overview_page.h"
#include "gui/runs/overview/run_cause.h"
#include "gui/runs/overview/run_configuration.h"
#include "gui/runs/overview/run_timeline.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

AttemptRecord attemptOf(int number, double started, double ended, qint64 from, RunState outcome) {
  AttemptRecord attempt;
  attempt.attempt = number;
  attempt.started = started;
  attempt.ended = ended;
  attempt.resumeStep = from;
  attempt.hasBegun = true;
  attempt.outcome = outcome;
  return attempt;
}

RunModel& shown(RunModel& model, RunRecord run, const RunDetail& more = {}) {
  model.choose(run);
  RunDetail detail = more;
  detail.record = run;
  model.showDetail(detail);
  return model;
}

QList<CheckpointRecord> savedAt(const QList<qint64>& steps) {
  QList<CheckpointRecord> out;
  for (const qint64 step : steps) {
    CheckpointRecord checkpoint;
    checkpoint.step = step;
    checkpoint.time = static_cast<double>(step);
    out << checkpoint;
  }
  return out;
}

QLabel* labelWith(const QWidget* parent, const QString& words) {
  for (QLabel* label : parent->findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(words)) return label;
  return nullptr;
}

}  // namespace

class RunOverviewTest : public QObject {
  Q_OBJECT
 private slots:
  void theTimelineSharesOutTheTime() {
    RunRecord run = runRecord("r", RunState::failed);
    run.created = 1000;
    run.ended = 2000;
    run.clockOffset = 10;  // the target's clock is behind
    JobRecord first, second;
    first.submitted = 1000;
    second.submitted = 1450;
    const QList<AttemptRecord> attempts{attemptOf(1, 1090, 1390, 0, RunState::preempted),
                                        attemptOf(2, 1490, 1990, 200, RunState::failed)};
    const RunTimeline line = RunTimeline::of(run, attempts, {first, second}, {{1, 300}, {2, 700}},
                                             savedAt({1200, 1300}), 5000);
    QCOMPARE(line.begin, 1000.);
    QCOMPARE(line.end, 2010.);
    QCOMPARE(line.waits.size(), 2);
    QCOMPARE(line.waits[0].end, 1100.);
    QCOMPARE(line.waits[1].begin, 1450.);
    QCOMPARE(line.waited, 150.);
    QCOMPARE(line.attempts.size(), 2);
    QCOMPARE(line.attempts[0].begin, 1100.);
    QCOMPARE(line.attempts[1].words, "2: from step 200, failed at step 700");
    // The first did 300 steps in 300 s, and 100 of them again.
    QCOMPARE(line.repeated, 100.);
    QCOMPARE(line.trained, 700.);
    QCOMPARE(line.saved, (QList<double>{1210, 1310}));
    QVERIFY(line.sentence().contains("repeated"));
  }

  // Its second job was cancelled in the queue, and its first attempt never said how it ended.
  void everyWaitIsInTheTimeline() {
    RunRecord run = runRecord("r", RunState::cancelled);
    run.created = 1000;
    run.ended = 1900;
    JobRecord first, second, third;
    first.job = "1";
    first.submitted = 1101;  // noted after it had started
    second.job = "2";
    second.submitted = 1500;
    third.job = "3";
    third.submitted = 1800;
    AttemptRecord silent = attemptOf(1, 1100, 0, 0, RunState::failed);
    silent.jobId = "1";
    AttemptRecord cancelled = attemptOf(2, 1600, 1700, 40, RunState::cancelled);
    cancelled.jobId = "2";
    const RunTimeline line =
        RunTimeline::of(run, {silent, cancelled}, {first, second, third}, {}, {}, 5000);
    QCOMPARE(line.waits.size(), 3);
    QCOMPARE(line.waits[0].end, 1100.);
    QCOMPARE(line.waits[1].begin, 1500.);
    QCOMPARE(line.waits[1].end, 1600.);
    QCOMPARE(line.waits[2].begin, 1800.);
    QCOMPARE(line.waits[2].end, 1900.);
    QCOMPARE(line.attempts[0].end, 1500.);
    // One that never started waited all the time; one that was never submitted did not.
    QCOMPARE(RunTimeline::of(run, {}, {first}, {}, {}, 5000).waited, 900.);
    QCOMPARE(RunTimeline::of(run, {}, {}, {}, {}, 5000).waited, 0.);
  }

  // The laptop slept while the run trained and ended.
  void eventsThatWereReadLateAreNoClockThatIsBehind() {
    RunRecord run = runRecord("r", RunState::completed);
    run.ended = 2000;
    run.clockOffset = 30000;
    const QList<AttemptRecord> attempts{attemptOf(1, 1100, 2000, 0, RunState::completed)};
    const RunTimeline line = RunTimeline::of(run, attempts, {}, {}, {}, 40000);
    QCOMPARE(line.end, 2000.);
    QCOMPARE(line.waited, 100.);
    QCOMPARE(line.trained, 900.);
  }

  void aRunThatWaitsHasOnlyAWait() {
    RunRecord run = runRecord("r", RunState::waiting);
    const RunTimeline line = RunTimeline::of(run, {}, {}, {}, {}, 1600);
    QCOMPARE(line.waits.size(), 1);
    QCOMPARE(line.waited, 600.);
    QVERIFY(line.attempts.isEmpty());
    QVERIFY(line.end > line.begin);
    QVERIFY(RunTimeline::of(run, {}, {}, {}, {}, 1000).end > 1000);
  }

  void ticksFit() {
    for (const double seconds : {1., 59., 61., 3000., 90000., 3e6, 1e9}) {
      const double tick = timelineTick(seconds, 6);
      QVERIFY(tick > 0 && seconds / tick <= 6.001);
    }
  }

  void onlyAnEndThatIsNoSuccessHasACause() {
    RunModel model;
    for (const RunState state : {RunState::running, RunState::waiting, RunState::completed})
      QVERIFY(!RunCause::of(shown(model, runRecord("r", state))));
    const auto cause = RunCause::of(shown(model, runRecord("r", RunState::failed)));
    QVERIFY(cause);
    QCOMPARE(cause->title, "The run failed");
    QCOMPARE(cause->sentence, "A reason.");
    QCOMPARE(cause->resume, "Resume");
    QVERIFY(cause->changes.isEmpty());
    QVERIFY(RunCause::of(shown(model, runRecord("r", RunState::failed, "slurm.lost")))
                ->resume.startsWith("Submit"));
  }

  void whatIsRepeatedIsSaid() {
    RunModel model;
    RunRecord run = runRecord("r", RunState::timed_out);
    run.workload = "engine";
    run.step = 212;
    run.totalSteps = 4469;
    RunDetail detail;
    detail.checkpoints = savedAt({100, 200});
    const auto cause = RunCause::of(shown(model, run, detail));
    QCOMPARE(cause->title, "The time limit was reached at step 212 of 4,469");
    QVERIFY2(cause->further.contains("200") && cause->further.contains("12 steps"),
             qPrintable(cause->further));
    QCOMPARE(cause->resume, "Resume from step 200");
  }

  void memoryThatWasTooSmallHasWaysOut() {
    QMap<QString, QVariant> settings{{"batch.per_device", 8.0},
                                     {"batch.gradient_accumulation_steps", 2.0},
                                     {"parallel.recompute", "none"},
                                     {"precision.kind", "bf16"},
                                     {"data.sequence_length", 1024.0}};
    MemoryEstimate estimate{1e9, 1e9, 2e9, 8e9};
    const auto changes = memoryChanges("engine", false, settings, estimate);
    QCOMPARE(changes.size(), 3);
    QCOMPARE(changes[0].path, "batch.per_device");
    QCOMPARE(changes[0].to, "4");
    QCOMPARE(changes[0].alsoTo, "4");  // so that the global batch is as before
    QCOMPARE(*changes[0].estimate, 8e9);
    QCOMPARE(changes[1].path, "parallel.recompute");
    QCOMPARE(changes[2].to, "512");
    // Several processes can share out what the optimizer keeps.
    settings["optimizer.kind"] = "adamw";
    QCOMPARE(memoryChanges("engine", false, settings, {}).size(), 3);
    settings["resources.gpus_per_node"] = 4.0;
    QCOMPARE(memoryChanges("engine", false, settings, {})[1].path, "parallel.zero_stage");
    QCOMPARE(memoryChanges("engine", false, settings, {})[1].to, "2");
    settings["parallel.zero_stage"] = 2.0;
    QCOMPARE(memoryChanges("engine", false, settings, {})[1].to, "3");
    settings["parallel.zero_stage"] = 3.0;
    QCOMPARE(memoryChanges("engine", false, settings, {})[1].path, "parallel.offload_optimizer");
    settings["parallel.offload_optimizer"] = true;
    QCOMPARE(memoryChanges("engine", false, settings, {})[1].path, "parallel.offload_parameters");
    settings["parallel.offload_parameters"] = true;
    QCOMPARE(memoryChanges("engine", false, settings, {}).size(), 3);
    settings["batch.per_device"] = 1.0;
    settings["parallel.recompute"] = "full";
    QCOMPARE(memoryChanges("engine", false, settings, {}).front().path, "data.sequence_length");
    // A program's GPU memory is its own affair; its node's is asked from Slurm.
    QVERIFY(memoryChanges("command", false, settings, {}).isEmpty());
    settings["resources.memory_gib_per_node"] = 16.0;
    QCOMPARE(memoryChanges("command", true, settings, {}).front().to, "32");
  }

  // What a script is told is of its own arguments; it has no setting of the trainer.
  void aScriptIsToldOfItsOwnBatch() {
    const auto advice = [](const QString& path, const QString& arguments) {
      return batchAdvice({{path, arguments}});
    };
    QCOMPARE(advice("command.arguments", "[--epochs, \"3\", --batch_size, \"32\"]"),
             "Its argument --batch_size is 32; try 16.");
    QCOMPARE(advice("script.arguments", "[--batch-size=64]"),
             "Its argument --batch-size is 64; try 32.");
    QCOMPARE(advice("command.arguments",
                    "[--per_device_eval_batch_size, 8, --per_device_train_batch_size, 4]"),
             "Its argument --per_device_train_batch_size is 4; try 2.");
    QCOMPARE(advice("command.arguments", "[train.batch_size=16]"),
             "Its argument train.batch_size is 16; try 8.");
    QCOMPARE(advice("command.arguments", "[--batch_size, 1]"), QString());
    QCOMPARE(advice("command.arguments", "[--epochs, 3]"), QString());
    QCOMPARE(advice("batch.per_device", "--batch_size 8"), QString());
  }

  void timeThatWasTooShortIsDoubled() {
    const auto doubled = [](const QString& limit) {
      const auto changes = timeChanges({{"resources.time_limit", limit}});
      return changes.isEmpty() ? QString() : changes.front().to;
    };
    QCOMPARE(doubled("1:30:00"), "03:00:00");
    QCOMPARE(doubled("90"), "03:00:00");
    QCOMPARE(doubled("\"24:00:00\""), "2-00:00:00");  // as the store has it
    QCOMPARE(doubled("18:00:00"), "1-12:00:00");
    QCOMPARE(doubled("2-12:00:00"), "5-00:00:00");
    QCOMPARE(doubled(""), QString());
    QCOMPARE(doubled("soon"), QString());
  }

  void aLossThatIsNoNumberHasWaysOut() {
    const auto changes = lossChanges("engine", {{"precision.kind", "fp16"},
                                                {"optimizer.learning_rate", 3e-4},
                                                {"optimizer.max_gradient_norm", 0.0}});
    QCOMPARE(changes.size(), 3);
    QCOMPARE(changes[0].to, "bf16");
    QCOMPARE(changes[1].to, "0.00015");
    QCOMPARE(changes[2].to, "1.0");
    QCOMPARE(lossChanges("engine",
                         {{"optimizer.learning_rate", 3e-4}, {"optimizer.max_gradient_norm", 1.0}})
                 .size(),
             1);
    QVERIFY(lossChanges("command", {{"optimizer.learning_rate", 3e-4}}).isEmpty());
  }

  void theEstimateIsReadFromTheEnginesMessage() {
    MessageRecord message;
    message.code = "memory.plan";
    message.arguments = {{"total", "4.00 GiB"},
                         {"parameters", "1.00 GiB"},
                         {"gradients", "512.0 MiB"},
                         {"optimizer", "1.50 GiB"},
                         {"activations", "1.00 GiB"}};
    const auto estimate = memoryEstimate({message});
    QVERIFY(estimate);
    QCOMPARE(estimate->total(), 4.0 * (1 << 30));
    message.arguments = {{"parameters", 5}, {"gradients", "many"}};
    QVERIFY(!memoryEstimate({message}));
    QVERIFY(!memoryEstimate({}));
  }

  void theChosenChangeGoesIntoANewExperiment() {
    RunRecord run = runRecord("r", RunState::failed, "out_of_memory");
    run.workload = "engine";
    run.source = "/home/me/exp.yaml";
    RunsScene scene({run});
    QVERIFY(scene.writer.setSettings("r", {{"batch.per_device", "8", 8},
                                           {"batch.gradient_accumulation_steps", "1", 1},
                                           {"data.sequence_length", "1024", 1024}}));
    QTRY_VERIFY(scene.isReady());
    CauseCard* card = scene.page->view()->overview()->cause();
    QTRY_COMPARE(card->findChildren<QRadioButton*>().size(), 2);
    QString path;
    QList<std::pair<QString, QString>> values;
    connect(scene.page.get(), &RunsPage::openExperimentRequested, this,
            [&](const ExperimentCopy& copy) {
              path = copy.path;
              values = copy.values;
              QCOMPARE(copy.run, "r");
            });
    RunsScene::click(scene.button("Open as a new experiment with this change"));
    QCOMPARE(path, "/home/me/exp.yaml");
    QCOMPARE(values, (QList<std::pair<QString, QString>>{
                         {"batch.per_device", "4"}, {"batch.gradient_accumulation_steps", "2"}}));
    card->findChildren<QRadioButton*>().last()->click();
    RunsScene::click(scene.button("Open as a new experiment with this change"));
    QCOMPARE(values.front(), (std::pair<QString, QString>("data.sequence_length", "512")));
  }

  void theChosenChangeGoesIntoTheResume() {
    RunRecord run = runRecord("r", RunState::failed, "out_of_memory");
    run.workload = "engine";
    RunsScene scene({run});
    QVERIFY(scene.writer.setSettings(
        "r", {{"batch.per_device", "8", 8}, {"batch.gradient_accumulation_steps", "1", 1}}));
    QJsonArray changes;
    scene.service.answers["resume"] = [&](const QJsonObject& asked) {
      changes = asked["changes"].toArray();
      return QJsonObject{};
    };
    QTRY_VERIFY(scene.isReady());
    QPushButton* resume = nullptr;
    QTRY_VERIFY((resume = scene.button("Resume with it")) && resume->isEnabled());
    RunsScene::click(resume);
    QTRY_COMPARE(changes,
                 (QJsonArray{"batch.per_device=4", "batch.gradient_accumulation_steps=2"}));
  }

  void resumingFromTheCardIsResuming() {
    RunsScene scene({runRecord("r", RunState::failed)});
    scene.service.answers["resume"] = [](const QJsonObject&) { return QJsonObject{{"run", "r"}}; };
    QTRY_VERIFY(scene.isReady());
    QPushButton* resume = nullptr;
    QTRY_VERIFY((resume = scene.page->view()->overview()->cause()->findChild<QPushButton*>()));
    for (QPushButton* each : scene.page->view()->overview()->cause()->findChildren<QPushButton*>())
      if (each->text() == "Resume") resume = each;
    QTRY_VERIFY(resume->isVisible() && resume->isEnabled());
    RunsScene::click(resume);
    QTRY_COMPARE(scene.service.count("resume"), 1);
  }

  void addressesNameTheTab() {
    RunsScene scene({runRecord("r", RunState::failed)});
    QTRY_VERIFY(scene.isReady());
    QCOMPARE(scene.page->address(), "r");
    scene.page->goTo("r/configuration");
    QCOMPARE(scene.page->address(), "r/configuration");
    QVERIFY(scene.page->view()->configuration()->isVisible());
    scene.page->goTo("r/nonsense");
    QCOMPARE(scene.page->address(), "r");
  }

  void theConfigurationStandsBesideAnother() {
    RunRecord other = runRecord("s", RunState::completed);
    other.name = "near";
    RunsScene scene({runRecord("r", RunState::failed), other});
    const auto set = [&](const char* run, const char* rate) {
      return bool(scene.writer.setSettings(
          run, {{"optimizer.learning_rate", rate, QString(rate).toDouble()}, {"seed", "1", 1}}));
    };
    QVERIFY(set("r", "1e-4") && set("s", "3e-4"));
    QTRY_VERIFY(scene.isFilled());
    scene.page->goTo("r/configuration");
    RunConfiguration* page = scene.page->view()->configuration();
    QTRY_COMPARE(page->table()->rowCount(), 2);
    QCOMPARE(page->table()->columnCount(), 2);
    page->compareWith("s");
    QTRY_COMPARE(page->table()->columnCount(), 3);
    QCOMPARE(page->table()->numVarying(), 1);
    QVERIFY(labelWith(page, "1 of 2 differ"));
  }

  void whatIsTypedIsKeptWithTheRun() {
    RunsScene scene({runRecord("r", RunState::completed)});
    scene.service.answers["runs.annotate"] = [](const QJsonObject&) { return QJsonObject(); };
    QTRY_VERIFY(scene.isReady());
    scene.page->goTo("r/notes");
    QPlainTextEdit* note = nullptr;
    for (QPlainTextEdit* each : scene.page->view()->findChildren<QPlainTextEdit*>())
      if (each->isVisible()) note = each;
    QVERIFY(note);
    QTRY_VERIFY(!note->isReadOnly());
    QTest::keyClicks(note, "as in the paper");
    // What the service says meanwhile does not take it away.
    scene.notifyChanged("r");
    QCoreApplication::processEvents();
    QCOMPARE(note->toPlainText(), "as in the paper");
    QTRY_COMPARE(scene.service.count("runs.annotate"), 1);
    const QJsonObject asked = scene.service.last("runs.annotate");
    QCOMPARE(asked["runs"].toArray().first().toString(), "r");
    QVERIFY(QJsonDocument(asked).toJson().contains("as in the paper"));
  }
};

TRAINYARD_WINDOW_TEST(RunOverviewTest);
#include "run_overview_test.moc"
