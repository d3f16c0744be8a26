// SPDX-License-Identifier: GPL-3.0-or-later
// The strip that says what is read from a run's output, and the panel that changes it.
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "gui/forms/elided_label.h"
#include "gui/runs/reading/reading_frame.h"
#include "gui/runs/reading/reading_panel.h"
#include "gui/runs/actions/run_actions.h"
#include "gui/runs/records/run_model.h"
#include "tests/gui/scripted_service.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

struct ReadingScene {
  explicit ReadingScene(RunState state) {
    service.answers["runs.reread"] = [this](const QJsonObject& asked) {
      if (!failure.isEmpty()) return ScriptedService::error("test.foreign", failure);
      QJsonArray curves;
      for (const char* name : {"train/loss", "train/mfu"}) {
        bool isOut = false;
        for (const QJsonValue& out : asked["leave_out"].toArray())
          isOut = isOut || out.toString() == QLatin1String(name);
        if (!isOut) curves.append(QJsonObject{{"name", name}, {"points", 185}, {"last", 1.0592}});
      }
      return QJsonObject{{"attempt", 1},
                         {"lines", 206},
                         {"points", 185},
                         {"line", "iter 120: loss 2"},
                         {"curves", curves}};
    };
    run.run = "r";
    run.name = "shakespeare";
    run.state = state;
    run.workload = "command";
    run.source = "/home/me/experiment.yaml";
    view.resize(1200, 700);
    view.show();
    client.connectToService();
    if (!QTest::qWaitFor([this] { return client.isConnected(); })) qFatal("no service");
    model.choose(run);
  }

  void tell(const char* code) {
    MessageRecord message;
    message.attempt = 1;
    message.sequence = ++sequence;
    message.level = "info";
    message.code = code;
    message.text = "Metrics are read from lines like `iter 120: loss 2`: loss";
    model.addMessage(run.run, message);
  }

  QPushButton* button(const char* text) {
    for (auto* each : view.findChildren<QPushButton*>())
      if (each->text() == QString::fromUtf8(text)) return each;
    return nullptr;
  }
  ReadingPanel* panel() { return view.findChild<ReadingPanel*>(); }
  QListWidget* names() { return view.findChild<QListWidget*>(); }
  QLineEdit* pattern() { return panel()->findChildren<QLineEdit*>().last(); }
  bool says(const QString& words) {
    for (auto* each : panel()->findChildren<QLabel*>())
      if (each->text().contains(words)) return true;
    return false;
  }

  QString failure;
  qint64 sequence = 0;
  RunRecord run;
  ScriptedService service;
  ServiceClient client{service.places()};
  RunActions actions{&client};
  RunModel model;
  ReadingFrame view{new QWidget, &model, &actions};
};

}  // namespace

class ReadingFrameTest : public QObject {
  Q_OBJECT

 private slots:
  void theStripSaysWhatIsRead() {
    ReadingScene scene(RunState::completed);
    QVERIFY(!scene.button("Change…") || !scene.button("Change…")->isVisible());
    scene.tell("metrics.found");
    QTRY_VERIFY(scene.button("Change…")->isVisible());
    QVERIFY(scene.view.findChild<ElidedLabel*>()->wholeText().contains("lines like"));
    QVERIFY(!scene.panel()->isVisible());
  }

  void namesAreLeftOutAndReadAgain() {
    ReadingScene scene(RunState::completed);
    scene.tell("metrics.found");
    QTest::mouseClick(scene.button("Change…"), Qt::LeftButton);
    QVERIFY(scene.panel()->isVisible());
    QTRY_COMPARE(scene.names()->count(), 2);
    QVERIFY(scene.service.last("runs.reread")["preview"].toBool());
    scene.names()->item(1)->setCheckState(Qt::Unchecked);
    // It can be chosen again.
    QTRY_VERIFY(scene.button("Read again")->isEnabled());
    QTRY_COMPARE(scene.names()->count(), 2);
    QCOMPARE(scene.names()->item(1)->checkState(), Qt::Unchecked);
    QSignalSpy done(&scene.view, &ReadingFrame::done);
    QTest::mouseClick(scene.button("Read again"), Qt::LeftButton);
    QTRY_COMPARE(done.count(), 1);
    const QJsonObject asked = scene.service.last("runs.reread");
    QCOMPARE(asked["leave_out"].toArray(), QJsonArray{"train/mfu"});
    QVERIFY(!asked["preview"].toBool() && asked["keep"].toBool());
    QVERIFY(!scene.panel()->isVisible());
  }

  void aPatternIsTriedWhileItIsTyped() {
    ReadingScene scene(RunState::completed);
    scene.tell("metrics.nothing_found");
    QTest::mouseClick(scene.button("Change…"), Qt::LeftButton);
    QTRY_VERIFY(scene.says("185 points in 206 lines"));
    QTest::keyClicks(scene.pattern(), "iter {step}{loss}");
    QTRY_VERIFY(scene.says("two placeholders side by side"));
    scene.pattern()->setText("iter {step}: loss ");
    QTest::keyClicks(scene.pattern(), "{loss}");
    QTRY_COMPARE(scene.service.last("runs.reread")["pattern"].toString(),
                 "iter {step}: loss {loss}");
    QTRY_VERIFY(scene.button("Read again")->isEnabled());
    scene.failure = "it is away";
    QTest::keyClick(scene.pattern(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(scene.says("it is away"));
    QVERIFY(scene.panel()->isVisible());
    QTest::keyClick(scene.pattern(), Qt::Key_Escape);
    QVERIFY(!scene.panel()->isVisible());
  }

  void aRunThatGoesOnIsOnlyLookedAt() {
    ReadingScene scene(RunState::running);
    scene.tell("metrics.found");
    QTest::mouseClick(scene.button("Change…"), Qt::LeftButton);
    QTRY_COMPARE(scene.names()->count(), 2);
    QVERIFY(!scene.button("Read again when it has ended")->isEnabled());
    scene.run.state = RunState::completed;
    scene.model.showRecord(scene.run);
    QVERIFY(scene.button("Read again")->isEnabled());
  }
};

TRAINYARD_WINDOW_TEST(ReadingFrameTest);
#include "reading_frame_test.moc"
