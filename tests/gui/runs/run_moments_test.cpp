// SPDX-License-Identifier: GPL-3.0-or-later
// What a run was at a moment: steps to times and back, marks, pauses, playing.
#include "gui/runs/moment/run_moments.h"

#include <QTest>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

using MarkKind = MomentMark::Kind;

AttemptRecord attemptOf(int number, double started, double ended, qint64 resumeStep = 0) {
  AttemptRecord attempt;
  attempt.attempt = number;
  attempt.started = started;
  attempt.ended = ended;
  attempt.resumeStep = resumeStep;
  return attempt;
}

CheckpointRecord checkpointOf(qint64 step, double time, int attempt = 1) {
  CheckpointRecord checkpoint;
  checkpoint.step = step;
  checkpoint.time = time;
  checkpoint.attempt = attempt;
  checkpoint.path = QString("checkpoints/step-%1").arg(step);
  return checkpoint;
}

MessageRecord messageOf(double time, const QString& text) {
  MessageRecord message;
  message.time = time;
  message.text = text;
  return message;
}

struct RunScene {
  RunRecord run;
  QList<AttemptRecord> attempts;
  QList<StepPlace> steps;
  QList<CheckpointRecord> written, kept;
  QList<qint64> evaluations;
  QList<MessageRecord> messages;
  double now = 0;

  RunMoments moments() const {
    return RunMoments::of({run, attempts, steps, written, kept, evaluations, messages,
                           RunTimeline::of(run, attempts, {}, {}, kept, now)});
  }
};

// A step each ten seconds from 1100 on, of 10; submitted at 1000, ended at 1200.
RunScene plainScene() {
  RunScene scene;
  scene.run.created = 1000;
  scene.run.ended = 1210;
  scene.run.state = RunState::completed;
  scene.attempts << attemptOf(1, 1090, 1210);
  for (int step = 1; step <= 10; ++step)
    scene.steps << StepPlace{static_cast<double>(step), 0, 0, 1090. + 10 * step};
  scene.written << checkpointOf(4, 1131) << checkpointOf(8, 1171);
  scene.kept << checkpointOf(8, 1171);
  scene.evaluations = {5, 10};
  scene.messages << messageOf(1095, "begun") << messageOf(1150, "slow");
  return scene;
}

// Reached step 100 at 1200, was preempted at 1210, waited until 3000, went on from 80.
RunScene resumedScene() {
  RunScene scene;
  scene.run.created = 1000;
  scene.run.state = RunState::running;
  scene.now = 3200;
  scene.attempts << attemptOf(1, 1100, 1210) << attemptOf(2, 3000, 0, 80);
  scene.attempts[0].outcome = RunState::failed;
  for (int step = 1; step <= 80; ++step)
    scene.steps << StepPlace{static_cast<double>(step), 0, 0, 1100. + step};
  for (int step = 81; step <= 180; ++step)
    scene.steps << StepPlace{static_cast<double>(step), 0, 0, 3010. + step - 80};
  scene.written << checkpointOf(80, 1181) << checkpointOf(120, 3051, 2);
  scene.kept = scene.written;
  return scene;
}

// A point each thousand steps, for three days.
RunScene longScene() {
  RunScene scene;
  scene.run.created = 1e9;
  scene.run.ended = 1e9 + 3 * 86400;
  scene.run.state = RunState::completed;
  scene.attempts << attemptOf(1, 1e9, 1e9 + 3 * 86400);
  for (int i = 0; i <= 259; ++i) scene.steps << StepPlace{1000. * i, 0, 0, 1e9 + 1000. * i};
  return scene;
}

RunScene backwardsScene() {
  RunScene scene = plainScene();
  scene.steps[4].time = 1050;  // step 5: an hour server set the clock back
  return scene;
}

RunScene onePointScene() {
  RunScene scene = plainScene();
  scene.steps = {StepPlace{7, 0, 0, 1160}};
  scene.evaluations.clear();
  return scene;
}

RunScene noStepsScene() {
  RunScene scene = plainScene();
  scene.steps.clear();
  return scene;
}

// Noted by this computer after it had been trained.
RunScene importedScene() {
  RunScene scene = plainScene();
  scene.run.created = 90'000;
  scene.run.ended = 90'000;
  scene.attempts.clear();
  return scene;
}

// The target's clock is 30 seconds behind.
RunScene offsetScene() {
  RunScene scene = plainScene();
  scene.run.clockOffset = 30;
  return scene;
}

QString numberText(const std::optional<qint64>& value) {
  return value ? QString::number(*value) : QString("none");
}

QString timeText(const std::optional<double>& value) {
  return value ? QString::number(*value, 'f', 0) : QString("none");
}

using MakeRunScene = RunScene (*)();

}  // namespace

Q_DECLARE_METATYPE(MakeRunScene)

class RunMomentsTest : public QObject {
  Q_OBJECT
 private slots:
  void theStepOfAMoment_data() {
    QTest::addColumn<MakeRunScene>("make");
    QTest::addColumn<double>("time");
    QTest::addColumn<QString>("step");
    const auto row = [](const char* name, MakeRunScene make, double time, const char* step) {
      QTest::newRow(name) << make << time << QString(step);
    };
    row("before it was submitted", plainScene, 900, "none");
    row("before the first step", plainScene, 1099, "none");
    row("at the first step", plainScene, 1100, "1");
    row("between two steps", plainScene, 1149, "5");
    row("at a step", plainScene, 1150, "6");
    row("at the last step", plainScene, 1190, "10");
    row("behind the end", plainScene, 9999, "10");
    row("before the restart", resumedScene, 1150, "50");
    row("what is repeated later does not count", resumedScene, 1195, "80");
    row("while it waited", resumedScene, 2000, "80");
    row("at the restart", resumedScene, 3000, "80");
    row("after the restart", resumedScene, 3020, "90");
    row("running", resumedScene, 3110, "180");
    row("days: between two points", longScene, 1e9 + 1500, "1500");
    row("days: the second day", longScene, 1e9 + 90'000, "90000");
    row("days: the last", longScene, 1e9 + 259'000, "259000");
    row("a clock that steps back: before", backwardsScene, 1130, "5");
    row("a clock that steps back: behind", backwardsScene, 1150, "6");
    row("one point: before", onePointScene, 1159, "none");
    row("one point: at", onePointScene, 1160, "7");
    row("one point: behind", onePointScene, 1200, "7");
    row("no steps", noStepsScene, 1150, "none");
    row("imported", importedScene, 1150, "6");
    row("another clock", offsetScene, 1180, "6");
  }
  void theStepOfAMoment() {
    QFETCH(MakeRunScene, make);
    QFETCH(double, time);
    QTEST(numberText(make().moments().stepAt(time)), "step");
  }

  void theMomentOfAStep_data() {
    QTest::addColumn<MakeRunScene>("make");
    QTest::addColumn<qint64>("step");
    QTest::addColumn<QString>("time");
    const auto row = [](const char* name, MakeRunScene make, qint64 step, const char* time) {
      QTest::newRow(name) << make << step << QString(time);
    };
    row("the first", plainScene, 1, "1100");
    row("before the first", plainScene, 0, "1100");
    row("in the middle", plainScene, 6, "1150");
    row("behind the last", plainScene, 99, "1190");
    row("the last before a restart", resumedScene, 80, "1180");
    row("the first after a restart", resumedScene, 81, "3011");
    row("between two points", longScene, 1500, "1000001500");
    row("a clock that steps back", backwardsScene, 5, "1130");
    row("no steps", noStepsScene, 5, "none");
    row("another clock", offsetScene, 6, "1180");
  }
  void theMomentOfAStep() {
    QFETCH(MakeRunScene, make);
    QFETCH(qint64, step);
    QTEST(timeText(make().moments().timeOf(step)), "time");
  }

  void steps_data() {
    QTest::addColumn<MakeRunScene>("make");
    QTest::addColumn<double>("time");
    QTest::addColumn<bool>("backwards");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, MakeRunScene make, double time, bool isBack,
                        const char* at) {
      QTest::newRow(name) << make << time << isBack << QString(at);
    };
    row("forth from before the first", plainScene, 1000, false, "1100");
    row("forth from a step", plainScene, 1100, false, "1110");
    row("forth from between", plainScene, 1105, false, "1110");
    row("forth from the last", plainScene, 1190, false, "none");
    row("back from a step", plainScene, 1110, true, "1100");
    row("back from between", plainScene, 1105, true, "1100");
    row("back from the first", plainScene, 1100, true, "none");
    row("back from before the first", plainScene, 1050, true, "none");
    row("forth over a restart", resumedScene, 1180, false, "3011");
    row("back over a restart", resumedScene, 3011, true, "1180");
    row("forth in a run of days", longScene, 1e9 + 1000, false, "1000001001");
    row("nowhere without steps", noStepsScene, 1100, false, "none");
  }
  void steps() {
    QFETCH(MakeRunScene, make);
    QFETCH(double, time);
    QFETCH(bool, backwards);
    QTEST(timeText(make().moments().nextStep(time, backwards)), "expected");
  }

  void marks_data() {
    QTest::addColumn<MakeRunScene>("make");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("time");
    QTest::addColumn<bool>("backwards");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, MakeRunScene make, MarkKind kind, double time,
                        bool isBack, const char* at) {
      QTest::newRow(name) << make << static_cast<int>(kind) << time << isBack << QString(at);
    };
    row("next checkpoint", plainScene, MarkKind::checkpoint, 1100, false, "1131");
    row("next of a checkpoint", plainScene, MarkKind::checkpoint, 1131, false, "1171");
    row("none behind the last", plainScene, MarkKind::checkpoint, 1171, false, "none");
    row("previous checkpoint", plainScene, MarkKind::checkpoint, 1200, true, "1171");
    row("previous of a checkpoint", plainScene, MarkKind::checkpoint, 1171, true, "1131");
    row("none before the first", plainScene, MarkKind::checkpoint, 1131, true, "none");
    row("next message", plainScene, MarkKind::message, 1000, false, "1095");
    row("previous message", plainScene, MarkKind::message, 1300, true, "1150");
    row("next evaluation", plainScene, MarkKind::evaluation, 1000, false, "1140");
    row("no evaluation", resumedScene, MarkKind::evaluation, 1000, false, "none");
    row("checkpoint of the next attempt", resumedScene, MarkKind::checkpoint, 1181, false, "3051");
    row("of another clock", offsetScene, MarkKind::message, 1000, false, "1125");
  }
  void marks() {
    QFETCH(MakeRunScene, make);
    QFETCH(int, kind);
    QFETCH(double, time);
    QFETCH(bool, backwards);
    QTEST(timeText(make().moments().nextMark(static_cast<MarkKind>(kind), time, backwards)),
          "expected");
  }

  void playing_data() {
    QTest::addColumn<MakeRunScene>("make");
    QTest::addColumn<double>("time");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("expected");
    QTest::newRow("as fast as it went") << MakeRunScene(plainScene) << 1100. << 1. << 1101.;
    QTest::newRow("a minute a second") << MakeRunScene(plainScene) << 1100. << 60. << 1160.;
    QTest::newRow("up to the end") << MakeRunScene(plainScene) << 1100. << 600. << 1210.;
    QTest::newRow("in the queue") << MakeRunScene(plainScene) << 1000. << 1. << 1091.;
    QTest::newRow("over a restart") << MakeRunScene(resumedScene) << 1200. << 60. << 3050.;
    QTest::newRow("from within a wait") << MakeRunScene(resumedScene) << 2000. << 60. << 3060.;
  }
  void playing() {
    QFETCH(MakeRunScene, make);
    QFETCH(double, time);
    QFETCH(double, speed);
    QTEST(make().moments().played(time, 1, speed), "expected");
  }

  void onlyAKeptCheckpointIsOneToGoOnFrom() {
    const RunMoments moments = plainScene().moments();
    QVERIFY(!moments.checkpointBefore(1170));
    QCOMPARE(*moments.checkpointBefore(1171)->step, 8);
    QCOMPARE(*moments.firstKept()->step, 8);
    const RunMoments resumed = resumedScene().moments();
    QCOMPARE(*resumed.checkpointBefore(2000)->step, 80);
    RunScene none = plainScene();
    none.kept.clear();
    QVERIFY(!none.moments().checkpointBefore(1300) && !none.moments().firstKept());
  }

  void pausesAreWhereNoAttemptRan() {
    const auto texts = [](const RunScene& scene) {
      QStringList out;
      const RunMoments moments = scene.moments();
      for (const TimelineBar& pause : moments.pauses())
        out << QString("%1-%2").arg(pause.begin).arg(pause.end);
      return out.join(' ');
    };
    QCOMPARE(texts(plainScene()), QString("1000-1090"));
    QCOMPARE(texts(resumedScene()), QString("1000-1100 1210-3000"));
    QCOMPARE(texts(importedScene()), QString());
  }

  void withoutTimesThereIsNothingToGoBackTo() {
    RunScene scene;
    scene.run.state = RunState::completed;
    QVERIFY(scene.moments().isEmpty());
    QVERIFY(!scene.moments().lastStep());
    QVERIFY(!plainScene().moments().isEmpty());
    QCOMPARE(importedScene().moments().begin(), 1100.0);
  }
};

TRAINYARD_TEST(RunMomentsTest);
#include "run_moments_test.moc"
