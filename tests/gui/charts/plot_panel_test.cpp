// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_panel.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "gui/charts/plot_overlay.h"
#include "gui/look/tokens.h"
#include "tests/gui/charts/plot_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

// Training every step, evaluation every 50th: both in one picture.
struct Pair {
  Pair() {
    scene.add("train/loss", flatLine(1, 200, 1, 2));
    scene.add("eval/loss", flatLine(50, 200, 50, 3));
    plot =
        std::make_unique<PlotPanel>(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    plot->resize(600, 300);
    plot->show();
    if (!QTest::qWaitForWindowExposed(plot.get())) qFatal("no window");
    scene.refresh(plot.get());
    QCoreApplication::processEvents();
    connection = QObject::connect(plot.get(), &PlotPanel::xViewChanged,
                                  [this](std::optional<XRange> x) { view = x, ++changes; });
  }
  ~Pair() { QObject::disconnect(connection); }

  QPoint at(double share) const {
    const QRectF area = plot->plotArea();
    return QPoint(static_cast<int>(area.left() + share * area.width()),
                  static_cast<int>(area.center().y()));
  }
  bool shows(const QColor& colour) const {
    const QImage image = plot->grab().toImage();
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixelColor(x, y) == colour) return true;
    return false;
  }

  PlotScene scene;
  std::unique_ptr<PlotPanel> plot;
  std::optional<XRange> view;
  int changes = 0;
  QMetaObject::Connection connection;
};

}  // namespace

class PlotPanelTest : public QObject {
  Q_OBJECT
 private slots:
  void whatNobodySeesIsDrawnWhenItIsSeen() {
    PlotScene scene;
    scene.add("a", {{1, 1}, {2, 2}});
    scene.add("b", {{1, 1}, {2, 2}});
    QScrollArea area;
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    const auto panels = arrangePanels(scene.curves.metrics());
    QCOMPARE(panels.size(), 2u);
    std::vector<PlotPanel*> plots;
    for (const PanelMetrics& panel : panels) {
      plots.push_back(new PlotPanel(&scene.curves, panel));
      plots.back()->setFixedHeight(400);
      column->addWidget(plots.back());
    }
    area.setWidget(page);
    area.setWidgetResizable(true);
    area.resize(500, 300);
    area.show();
    QVERIFY(QTest::qWaitForWindowExposed(&area));
    QTRY_VERIFY(plots[0]->lastDrawn() > 0);
    QCOMPARE(plots[1]->lastDrawn(), 0);
    area.verticalScrollBar()->setValue(area.verticalScrollBar()->maximum());
    QTRY_VERIFY(plots[1]->lastDrawn() > 0);
    // Out of sight again: new points are not drawn there, and asked for it is drawn all the same.
    QTRY_VERIFY(plots[0]->visibleRegion().isEmpty());
    QVERIFY(scene.curves.whole({"r", "a"}));
    const qint64 before = plots[0]->lastDrawn();
    const qint64 other = plots[1]->lastDrawn();
    scene.add("a", {{3, 3}});
    scene.add("b", {{3, 3}});
    QTRY_VERIFY(plots[1]->lastDrawn() > other);
    QCOMPARE(plots[0]->lastDrawn(), before);
    plots[0]->refreshNow();
    QVERIFY(plots[0]->lastDrawn() > before);
  }

  // An evaluation of step 50 says nothing about step 15.
  void onlyWhatLiesUnderThePointerIsReadOut() {
    Pair pair;
    pair.plot->setCursor(15);
    QCOMPARE(pair.plot->cursorWords(), QStringList{"train  2  at step 15"});
    pair.plot->setCursor(51);
    QCOMPARE(pair.plot->cursorWords(),
             (QStringList{"train  2  at step 51", "eval  3  at step 50"}));
    pair.plot->setCursor(std::nullopt);
    QVERIFY(pair.plot->cursorWords().isEmpty());
  }

  // In a small panel the nearest to the pointer are read out, and how many more there are.
  void noReadOutIsCut() {
    QStringList runs;
    for (int i = 0; i < 10; ++i) runs << QString("r%1").arg(i);
    PlotScene scene(runs);
    for (int i = 0; i < 10; ++i) scene.add("loss", flatLine(1, 100, 1, 1 + i), runs[i]);
    PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    const auto point = [&](double value) {
      plot.show();
      scene.refresh(&plot);
      const PlotMap map = plot.picture(false).map(plot.rect());
      const QPoint at(static_cast<int>(plot.plotArea().center().x()),
                      static_cast<int>(map.toScreen({50, value}).y()));
      QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                       Qt::NoModifier);
      QApplication::sendEvent(&plot, &move);
      return *plot.findChild<PlotOverlay*>()->hover().readout;
    };
    for (const int height : {150, 170, 200, 260, 400}) {
      plot.resize(600, height);
      const PlotReadout readout = point(9);
      const QRectF box = plot.findChild<PlotOverlay*>()->readoutBox();
      QVERIFY2(box.top() >= 0 && box.bottom() <= height, qPrintable(QString::number(height)));
      QCOMPARE(readout.rows.size() == 10, readout.more.isEmpty());
      if (!readout.more.isEmpty())
        QCOMPARE(readout.more, QString("%1 more").arg(10 - readout.rows.size()));
      // Those around the pointer, in the order of their values.
      QStringList labels;
      for (const PlotReadout::Row& row : readout.rows) labels << row.label;
      QVERIFY(labels.contains("run r8"));
      QVERIFY(std::ranges::is_sorted(labels));
      if (height == 150) QVERIFY(!labels.contains("run r0"));
    }
    QCOMPARE(point(9).rows.size(), 10U);
  }

  void whatIsLaterThanAMomentIsFaint() {
    PlotScene scene;
    scene.add("loss", flatLine(0, 100, 1, 2));
    PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    plot.resize(600, 300);
    plot.show();
    scene.refresh(&plot);
    const auto hover = [&] { return plot.findChild<PlotOverlay*>()->hover(); };
    QVERIFY(!hover().later && !hover().x);
    plot.setMoment(40);
    const double at = plot.picture(false).map(plot.rect()).toScreen({40, 2}).x();
    QCOMPARE(*hover().later, at);
    QCOMPARE(*hover().x, at);
    QCOMPARE(hover().dots.size(), 1U);
    // The line of the pointer is apart from it.
    plot.setCursor(70);
    QVERIFY(*hover().x > at);
    QCOMPARE(*hover().later, at);
    plot.setCursor(std::nullopt);
    QCOMPARE(*hover().x, at);
    // Behind what is shown nothing is later.
    plot.setXView(XRange{0, 30});
    scene.refresh(&plot);
    QCOMPARE(*hover().later, plot.plotArea().right());
    QVERIFY(!hover().x);
    plot.setXView(std::nullopt);
    plot.setMoment(std::nullopt);
    scene.refresh(&plot);
    QVERIFY(!hover().later && !hover().x);
  }

  void onePointHasAnAxisOfItsOwn() {
    for (const int step : {0, 1, 3, 10, 4000}) {
      PlotScene scene;
      scene.add("loss", {{static_cast<double>(step), 2}});
      PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
      plot.resize(600, 300);
      plot.show();
      scene.refresh(&plot);
      const PlotPicture picture = plot.picture(false);
      QVERIFY(picture.x.low == 0 && picture.x.high > step);
      QVERIFY(!picture.xTicks.empty());
      for (const AxisTick& tick : picture.xTicks)
        QVERIFY2(tick.at >= 0 && tick.at == std::round(tick.at), qPrintable(tick.text));
    }
  }

  void withSmoothingBothValuesAreReadOut() {
    PlotScene scene;
    scene.add("loss", {{1, 0}, {2, 4}, {3, 0}});
    PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    plot.setStyle({YScale::linear, 0.5});
    scene.refresh(&plot);
    plot.setCursor(2);
    QCOMPARE(plot.cursorWords().size(), 1);
    QVERIFY2(plot.cursorWords().first().startsWith("4, smoothed 2.6667"),
             qPrintable(plot.cursorWords().first()));
  }

  void theSeldomMetricIsFoundWhereItIs() {
    PlotScene scene;
    scene.add("eval/accuracy", {{50, 0.5}, {100, 0.75}});
    PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    scene.refresh(&plot);
    plot.setCursor(60);
    QCOMPARE(plot.cursorWords(), QStringList{"0.50000  at step 50"});
  }

  void aRectangleZooms() {
    Pair pair;
    QTest::mousePress(pair.plot.get(), Qt::LeftButton, {}, pair.at(0.25));
    QTest::mouseMove(pair.plot.get(), pair.at(0.5));
    QTest::mouseRelease(pair.plot.get(), Qt::LeftButton, {}, pair.at(0.75));
    QCOMPARE(pair.changes, 1);
    QVERIFY(pair.view);
    QVERIFY2(qAbs(pair.view->low - 50) < 8 && qAbs(pair.view->high - 150) < 8,
             qPrintable(QString("%1..%2").arg(pair.view->low).arg(pair.view->high)));
    QTest::mouseDClick(pair.plot.get(), Qt::LeftButton, {}, pair.at(0.5));
    QVERIFY(!pair.view);
  }

  void aClickDoesNotZoom() {
    Pair pair;
    QTest::mouseClick(pair.plot.get(), Qt::LeftButton, {}, pair.at(0.5));
    QCOMPARE(pair.changes, 0);
  }

  void keysZoomAndMove() {
    Pair pair;
    QTest::keyClick(pair.plot.get(), Qt::Key_Plus);
    QVERIFY(pair.view);
    QVERIFY(pair.view->high - pair.view->low < 150);
    pair.plot->refreshNow();
    const double low = pair.view->low;
    QTest::keyClick(pair.plot.get(), Qt::Key_Right);
    QVERIFY(pair.view->low > low);
    QTest::keyClick(pair.plot.get(), Qt::Key_Home);
    QVERIFY(!pair.view);
  }

  // The wheel belongs to the page; only with Ctrl it zooms.
  void theWheelZoomsOnlyWithControl() {
    Pair pair;
    const auto turn = [&](Qt::KeyboardModifiers modifiers) {
      const QPointF at = pair.at(0.5);
      QWheelEvent event(at, pair.plot->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, modifiers,
                        Qt::NoScrollPhase, false);
      QApplication::sendEvent(pair.plot.get(), &event);
      return event.isAccepted();
    };
    QVERIFY(!turn({}));
    QCOMPARE(pair.changes, 0);
    QVERIFY(turn(Qt::ControlModifier));
    QCOMPARE(pair.changes, 1);
  }

  void curvesAreSeenOnDarkGround() {
    Pair pair;
    // The dots of the seldom curve: lines are mixed with their ground at the edges.
    QVERIFY(pair.shows(look::curveColour(1, pair.plot->palette())));
    QPalette dark(QColor(0x31363b), QColor(0x31363b));
    pair.plot->setPalette(dark);
    pair.plot->refreshNow();
    QVERIFY(look::tokens(pair.plot->palette()).isDark);
    QVERIFY(pair.shows(look::curveColour(1, dark)));
  }

  // The pointer moves over a picture of the curves, which is not drawn again.
  void movingThePointerDrawsNoCurve() {
    Pair pair;
    const qint64 before = pair.plot->lastDrawn();
    const QImage still = pair.plot->grab().toImage();
    QTest::qWait(2);  // so that a picture drawn later would have another time
    for (double share = 0.1; share < 0.9; share += 0.1)
      QTest::mouseMove(pair.plot.get(), pair.at(share));
    QCoreApplication::processEvents();
    QVERIFY(pair.plot->overlay()->hover().x);
    QCOMPARE(pair.plot->lastDrawn(), before);
    QVERIFY(pair.plot->grab().toImage() != still);
  }

  // Smoothed values with the raw ones beside them, in the order of the values.
  void theReadoutNamesEveryRun() {
    PlotScene scene({"r", "s", "t"});
    scene.add("loss", flatLine(1, 100, 1, 2), "r");
    scene.add("loss", flatLine(1, 100, 1, 1), "s");
    scene.add("loss", flatLine(1, 50, 1, 3), "t");
    PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    plot.resize(600, 300);
    plot.setStyle({YScale::linear, 0.5});
    scene.refresh(&plot);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    QTest::mouseMove(&plot, plot.plotArea().center().toPoint() + QPoint(100, 0));
    QTRY_VERIFY(plot.overlay()->hover().readout);
    const PlotReadout readout = *plot.overlay()->hover().readout;
    QCOMPARE(readout.rows.size(), 2u);  // the third has ended long before
    QCOMPARE(readout.rows[0].label, "run s");
    QCOMPARE(readout.rows[0].value, "1");
    QCOMPARE(readout.rows[0].raw, "1");
    QCOMPARE(readout.rows[1].label, "run r");
    QCOMPARE(readout.rows[1].colour, 0);
    QVERIFY2(readout.head.startsWith("step "), qPrintable(readout.head));
  }

  void theBestOfAllRunsIsMarked() {
    PlotScene scene({"r", "s"});
    scene.add("eval/loss", {{10, 3}, {20, 2}}, "r");
    scene.add("eval/loss", {{10, 2.5}, {20, 1.5}, {30, 1.75}}, "s");
    scene.add("train/loss", {{10, 1}}, "r");
    PlotPanel plot(&scene.curves, arrangePanels({"eval/loss"}).front());
    scene.refresh(&plot);
    const PlotPicture picture = plot.picture(false);
    QVERIFY(picture.best);
    QCOMPARE(picture.best->at, QPointF(20, 1.5));
    QCOMPARE(picture.best->colour, 1);
    QCOMPARE(picture.best->text, "best 1.5000 at 20");
    PlotPanel training(&scene.curves, arrangePanels({"train/loss"}).front());
    scene.refresh(&training);
    QVERIFY(!training.picture(false).best);
  }

  void theOthersAreFainterThanTheRunThatStandsOut() {
    PlotScene scene({"r", "s"});
    scene.add("loss", flatLine(1, 9, 1, 2), "r");
    scene.add("loss", flatLine(1, 9, 1, 1), "s");
    PlotPanel plot(&scene.curves, arrangePanels({"loss"}).front());
    scene.curves.setEmphasis("s");
    scene.refresh(&plot);
    QCOMPARE(plot.picture(false).lines[0].stress, Stress::faint);
    QCOMPARE(plot.picture(false).lines[1].stress, Stress::focus);
  }

  // However many gaps there are, the curve goes on to its end.
  void aCurveOfManyGapsIsDrawnToItsEnd() {
    PlotScene scene;
    std::vector<CurvePoint> points;
    for (int x = 1; x <= 1500; ++x)
      points.push_back({static_cast<double>(x), x % 3 == 0 ? 2.0 : qQNaN()});
    scene.add("train/loss", points);
    PlotPanel plot(&scene.curves, arrangePanels(scene.curves.metrics()).front());
    plot.resize(1800, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    scene.refresh(&plot);
    QCoreApplication::processEvents();
    const QImage image = plot.grab().toImage();
    const QRectF area = plot.plotArea();
    const QColor colour = look::curveColour(0, plot.palette());
    const auto isDrawnIn = [&](double from, double to) {
      for (int y = static_cast<int>(area.top()); y < area.bottom() - 10; ++y)
        for (int x = static_cast<int>(area.left() + from * area.width());
             x < area.left() + to * area.width(); ++x)
          if (image.pixelColor(x, y) == colour) return true;
      return false;
    };
    for (double part = 0.02; part < 0.95; part += 0.1) QVERIFY(isDrawnIn(part, part + 0.05));
  }
};

TRAINYARD_WINDOW_TEST(PlotPanelTest);
#include "plot_panel_test.moc"
