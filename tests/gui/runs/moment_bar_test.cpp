// SPDX-License-Identifier: GPL-3.0-or-later
// The time machine of a run's page: it opens and ends, goes by keys, the mouse and the wheel, and
// curves and devices follow. Driven by keys and clicks.
#include "gui/runs/moment/moment_bar.h"

#include "gui/charts/plot_grid.h"
#include "gui/charts/plot_panel.h"
#include "gui/runs/devices/devices_page.h"
#include "gui/runs/devices/lanes_view.h"
#include "gui/runs/moment/moment_slider.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double start = 1795687200;

// A step each ten seconds, ten of them; a message at 5, checkpoints at 4 and 8.
std::vector<Event> tenSteps() {
  HeaderEvent header;
  header.attempt = 1;
  std::vector<Event> events{{start, 1, header}};
  qint64 sequence = 2;
  for (int step = 1; step <= 10; ++step) {
    const double time = start + 10 * step;
    MetricsEvent metrics;
    metrics.step = step;
    metrics.values = {{"train/loss", 2.0 - 0.1 * step}};
    events.push_back({time, sequence++, metrics});
    if (step == 5) events.push_back({time + 1, sequence++, MessageEvent{.text = "slow"}});
    if (step % 4 == 0)
      events.push_back({time + 2, sequence++,
                        CheckpointEvent{step, "checkpoints/step-" + std::to_string(step), 100}});
  }
  events.push_back({start + 120, sequence, EndEvent{Outcome::failed, 1, "rank.failed"}});
  return events;
}

struct MomentScene : RunsScene {
  explicit MomentScene(bool hasSteps = true) : RunsScene({started()}) {
    if (hasSteps && !writer.importEvents("r", 1, tenSteps(), 100, 0)) qFatal("no events");
    if (!hasSteps) end("r", RunState::failed, {}, "It ended.");
    if (!QTest::qWaitFor([this] { return isReady(); })) qFatal("no run");
    page->view()->showPart("curves");
    choose("Time machine\tCtrl+Shift+T");
    if (hasSteps && !QTest::qWaitFor([this] { return isFilledWithSteps(); })) qFatal("no steps");
  }
  static RunRecord started() {
    RunRecord run = runRecord("r", RunState::running);
    run.created = start - 50;
    return run;
  }
  bool isFilledWithSteps() const {
    return slider()->moments().lastStep() == 10 && slider()->moments().marks().size() >= 3;
  }
  MomentBar* bar() const { return page->view()->findChild<MomentBar*>(); }
  MomentSlider* slider() const { return bar()->slider(); }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(slider(), key, modifiers);
  }
  std::optional<qint64> step() const { return slider()->moments().stepAt(slider()->moment()); }
  bool isLaterShown() const {
    const std::vector<PlotPanel*>& panels = page->view()->curves()->panels();
    return !panels.empty() && panels.front()->overlay()->hover().later.has_value();
  }
};

}  // namespace

class MomentBarTest : public QObject {
  Q_OBJECT
 private slots:
  void itOpensAtNowAndEnds() {
    MomentScene scene;
    QVERIFY(scene.bar()->isVisible());
    QCOMPARE(scene.slider()->moment(), scene.slider()->moments().end());
    QTRY_VERIFY(scene.isLaterShown());
    scene.press(Qt::Key_Escape);
    QVERIFY(!scene.bar()->isVisible() && !scene.isLaterShown());
    scene.choose("Time machine\tCtrl+Shift+T");
    QVERIFY(scene.bar()->isVisible());
    RunsScene::click(scene.button("Back to now"));
    QVERIFY(!scene.bar()->isVisible());
  }

  void keysGoToStepsCheckpointsAndMessages() {
    MomentScene scene;
    scene.press(Qt::Key_Home);
    QVERIFY(!scene.step());
    scene.press(Qt::Key_Right);
    QCOMPARE(*scene.step(), 1);
    scene.press(Qt::Key_Right);
    QCOMPARE(*scene.step(), 2);
    scene.press(Qt::Key_Left);
    QCOMPARE(*scene.step(), 1);
    scene.press(Qt::Key_F8);
    QCOMPARE(*scene.step(), 5);
    scene.press(Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(*scene.step(), 8);
    scene.press(Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(*scene.step(), 4);
    QVERIFY(scene.shows("step 4; 6 steps have come since."));
  }

  void theMouseAndTheWheelMoveIt() {
    MomentScene scene;
    MomentSlider* slider = scene.slider();
    const QPoint at(static_cast<int>(slider->xOf(start + 30)), 20);
    QTest::mouseClick(slider, Qt::LeftButton, {}, at);
    QVERIFY(std::abs(slider->moment() - start - 30) < 1);
    const double before = slider->moment();
    QWheelEvent turn(at, slider->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QApplication::sendEvent(slider, &turn);
    QVERIFY(slider->moment() > before);
  }

  void curvesAndDevicesFollow() {
    MomentScene scene;
    scene.press(Qt::Key_Home);
    for (int i = 0; i < 3; ++i) scene.press(Qt::Key_Right);
    QTRY_VERIFY(scene.isLaterShown());
    const PlotPanel* panel = scene.page->view()->curves()->panels().front();
    const auto xOf = [&](double step) {
      return panel->picture(false).map(panel->rect()).toScreen({step, 1}).x();
    };
    QTRY_COMPARE(*panel->overlay()->hover().later, xOf(3));
    const LanesView* lanes = scene.page->view()->findChild<DevicesPage*>()->lanes();
    QVERIFY(std::abs(*lanes->moment() - start - 30) < 0.01);
    scene.press(Qt::Key_Escape);
    QVERIFY(!lanes->moment());
  }

  void spacePlaysUntilTheEnd() {
    MomentScene scene;
    scene.press(Qt::Key_Home);
    scene.press(Qt::Key_Space);
    const double end = scene.slider()->moments().end();
    QTRY_COMPARE_WITH_TIMEOUT(scene.slider()->moment(), end, 20'000);
  }

  void withoutStepsItsTimeIsShown() {
    MomentScene scene(false);
    QVERIFY(scene.bar()->isVisible());
    QVERIFY(scene.shows("before its first step."));
  }
};

TRAINYARD_WINDOW_TEST(MomentBarTest);
#include "moment_bar_test.moc"
