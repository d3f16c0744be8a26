// SPDX-License-Identifier: GPL-3.0-or-later
// The devices of a run in a window: lanes, a chosen moment, and the output of that moment.
#include "gui/runs/devices/devices_page.h"

#include <QAccessible>
#include <QTabWidget>

#include "gui/look/segmented_control.h"
#include "gui/runs/devices/lanes_view.h"
#include "gui/runs/devices/log_around.h"
#include "gui/runs/logs/log_pane.h"
#include "gui/runs/logs/log_view.h"
#include "tests/gui/runs/runs_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double watchBegin = 1795687200;  // 2026-11-26 10:00 UTC

// Two GPUs for twenty minutes, both idle from the tenth to the fifteenth.
std::vector<Event> watchedGpus() {
  HeaderEvent header;
  header.attempt = 1;
  std::vector<Event> events{{watchBegin, 1, header}};
  for (int minute = 0; minute <= 20; ++minute) {
    const double load = minute >= 10 && minute < 15 ? 0 : 0.8;
    SystemEvent system;
    system.node = "n1";
    system.cpu_ratio = 0.3;
    for (int gpu = 0; gpu < 2; ++gpu)
      system.devices.push_back({gpu, "A100", load, 58, 80, 390, 61});
    events.push_back({watchBegin + 60 * minute, minute + 2, system});
  }
  return events;
}

struct DevicesScene : RunsScene {
  explicit DevicesScene(RunState state = RunState::failed, bool isWatched = true)
      : RunsScene({runRecord("r", state)}) {
    if (isWatched && !writer.importEvents("r", 1, watchedGpus(), 100, 0)) qFatal("no events");
    if (!isOpen(state)) end("r", state, {}, "It ended.");
    const QByteArray output =
        "2026-11-26 10:00:05.000 0 out loading\n2026-11-26 10:12:01.000 1 out writing is slow\n"
        "2026-11-26 10:16:00.000 0 out step 2\n";
    service.answers["logs.list"] = [size = output.size()](const QJsonObject&) {
      return QJsonObject{
          {"files", QJsonArray{QJsonObject{{"name", "merged.log"}, {"bytes", size}}}}};
    };
    service.answers["logs.read"] = [output](const QJsonObject& asked) {
      const QByteArray piece = output.mid(asked["offset"].toInt());
      return QJsonObject{{"data", QString(piece.toBase64())}, {"next_offset", output.size()}};
    };
    service.answers["logs.search"] = [output](const QJsonObject& asked) {
      const QByteArray words = asked["words"].toString().sliced(1).toUtf8();
      QJsonArray hits;
      qint64 offset = 0, number = 1;
      for (const QByteArray& line : output.split('\n')) {
        if (line.startsWith(words))
          hits << QJsonObject{{"line", number}, {"offset", offset}, {"text", QString(line)}};
        offset += line.size() + 1;
        ++number;
      }
      return QJsonObject{{"hits", hits}, {"is_more", false}};
    };
    if (!QTest::qWaitFor([this] { return isReady(); })) qFatal("no run");
    page->view()->showPart("devices");
  }

  DevicesPage* devices() const { return page->view()->findChild<DevicesPage*>(); }
  LanesView* lanes() const { return devices()->lanes(); }
  void click(double time) const {
    const QRectF lane = lanes()->laneRect(0);
    QTest::mouseClick(lanes(), Qt::LeftButton, {},
                      QPointF(lanes()->xOf(time), lane.center().y()).toPoint());
  }
};

}  // namespace

class DevicesPageTest : public QObject {
  Q_OBJECT
 private slots:
  void lanesAndWhatTheyCameTo() {
    DevicesScene scene;
    QTRY_COMPARE(scene.lanes()->lanes().size(), 3);
    QVERIFY(scene.shows("2 GPUs"));
    QVERIFY(scene.shows("0.2 of 0.7 GPU-hours idle"));
    QAccessibleInterface* chart = QAccessible::queryAccessibleInterface(scene.lanes());
    QCOMPARE(chart->role(), QAccessible::Chart);
    QVERIFY(chart->text(QAccessible::Value).contains("GPU-hours idle"));
  }

  void aMomentMovesTheLog() {
    DevicesScene scene;
    QTRY_COMPARE(scene.lanes()->lanes().size(), 3);
    scene.click(watchBegin + 12 * 60);
    QTRY_VERIFY(scene.shows("all GPUs (2) idle for 5 min"));
    QTRY_VERIFY(scene.devices()->log()->pane()->toPlainText().contains("writing is slow"));
    // The minute has no line: the ten minutes have one.
    scene.click(watchBegin + 18 * 60);
    QTRY_VERIFY(scene.service.last("logs.search")["words"].toString() == "^2026-11-26 10:1");
    QTRY_VERIFY(scene.button("Open in Logs"));
    RunsScene::click(scene.button("Open in Logs"));
    QCOMPARE(scene.page->view()->part(), "logs");
    LogPane* pane = scene.page->view()->findChild<LogView*>()->findChild<LogPane*>();
    QTRY_VERIFY(pane->toPlainText().contains("step 2"));
  }

  void keysMoveTheMomentAndZoom() {
    DevicesScene scene;
    QTRY_COMPARE(scene.lanes()->lanes().size(), 3);
    const DeviceSpan all = scene.lanes()->range();
    scene.lanes()->setFocus();
    QTest::keyClick(scene.lanes(), Qt::Key_Right);
    QCOMPARE(scene.lanes()->moment(), watchBegin);
    QTest::keyClick(scene.lanes(), Qt::Key_Right);
    QCOMPARE(*scene.lanes()->moment(), watchBegin + all.seconds() / 100);
    QTest::keyClick(scene.lanes(), Qt::Key_Plus);
    QVERIFY(scene.lanes()->range().seconds() < all.seconds());
    QTest::keyClick(scene.lanes(), Qt::Key_0);
    QVERIFY(scene.lanes()->range() == all);
    // A drag chooses what is shown.
    const int y = scene.lanes()->laneRect(0).center().toPoint().y();
    const auto at = [&](double time) { return QPoint(qRound(scene.lanes()->xOf(time)), y); };
    const QPoint from = at(watchBegin + 300), to = at(watchBegin + 900);
    QTest::mousePress(scene.lanes(), Qt::LeftButton, {}, from);
    QTest::mouseMove(scene.lanes(), to);
    QTest::mouseRelease(scene.lanes(), Qt::LeftButton, {}, to);
    QVERIFY(qAbs(scene.lanes()->range().begin - watchBegin - 300) < 5);
    QVERIFY(qAbs(scene.lanes()->range().seconds() - 600) < 10);
    RunsScene::click(scene.button("All of it"));
    QVERIFY(scene.lanes()->range() == all);
  }

  void idleTimesAreReachedOneByOne() {
    DevicesScene scene;
    QTRY_COMPARE(scene.lanes()->lanes().size(), 3);
    const auto named = [&](const QString& name) -> QPushButton* {
      for (QPushButton* one : scene.devices()->findChildren<QPushButton*>())
        if (one->accessibleName() == name) return one;
      return nullptr;
    };
    RunsScene::click(named("Next idle time"));
    QCOMPARE(scene.lanes()->moment(), watchBegin + 600);
    RunsScene::click(named("Next idle time"));
    QCOMPARE(scene.lanes()->moment(), watchBegin + 600);
  }

  void whatIsEmptyIsSaid() {
    DevicesScene ended(RunState::failed, false);
    QTRY_VERIFY(ended.shows("Nothing was measured"));
    DevicesScene running(RunState::running, false);
    QTRY_VERIFY(running.shows("every 5 seconds"));
  }
};

TRAINYARD_WINDOW_TEST(DevicesPageTest);
#include "devices_page_test.moc"
