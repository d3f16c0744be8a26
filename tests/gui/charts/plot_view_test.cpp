// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_view.h"

#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "gui/charts/plot_grid.h"
#include "gui/look/tokens.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

std::vector<CurvePoint> line(int from, int to, int every, double value) {
  std::vector<CurvePoint> out;
  for (int x = from; x <= to; x += every) out.push_back({static_cast<double>(x), value});
  return out;
}

// Training every step, evaluation every 50th: both in one picture.
struct Pair {
  Pair() {
    curves.addPoints(
        {{"train/loss", 1, line(1, 200, 1, 2)}, {"eval/loss", 1, line(50, 200, 50, 3)}});
    plot = std::make_unique<PlotView>(&curves, arrangePanels(curves.names()).front());
    plot->resize(600, 300);
    plot->show();
    if (!QTest::qWaitForWindowExposed(plot.get())) qFatal("no window");
    plot->refreshNow();
    QCoreApplication::processEvents();
    connection = QObject::connect(plot.get(), &PlotView::xViewChanged,
                                  [this](std::optional<XRange> x) { view = x, ++changes; });
  }
  ~Pair() { QObject::disconnect(connection); }

  QPoint at(double share) const {
    const QRectF area = plot->chart()->plotArea();
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

  CurvesModel curves;
  std::unique_ptr<PlotView> plot;
  std::optional<XRange> view;
  int changes = 0;
  QMetaObject::Connection connection;
};

}  // namespace

class PlotViewTest : public QObject {
  Q_OBJECT
 private slots:
  void whatNobodySeesIsDrawnWhenItIsSeen() {
    CurvesModel curves;
    curves.addPoints(
        {{QStringLiteral("a"), 1, {{1, 1}, {2, 2}}}, {QStringLiteral("b"), 1, {{1, 1}, {2, 2}}}});
    QScrollArea area;
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    const auto panels = arrangePanels(curves.names());
    QCOMPARE(panels.size(), 2u);
    std::vector<PlotView*> plots;
    for (const PlotPanel& panel : panels) {
      plots.push_back(new PlotView(&curves, panel));
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
    QTRY_VERIFY(plots[0]->viewport()->visibleRegion().isEmpty());
    const qint64 before = plots[0]->lastDrawn();
    curves.addPoints({{QStringLiteral("a"), 1, {{3, 3}}}, {QStringLiteral("b"), 1, {{3, 3}}}});
    const qint64 other = plots[1]->lastDrawn();
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

  void withSmoothingBothValuesAreReadOut() {
    CurvesModel curves;
    curves.addPoints({{"loss", 1, {{1, 0}, {2, 4}, {3, 0}}}});
    PlotView plot(&curves, arrangePanels(curves.names()).front());
    plot.setStyle({YScale::linear, 0.5});
    plot.refreshNow();
    plot.setCursor(2);
    QCOMPARE(plot.cursorWords().size(), 1);
    QVERIFY2(plot.cursorWords().first().startsWith("4, smoothed 2.6667"),
             qPrintable(plot.cursorWords().first()));
  }

  void theSeldomMetricIsFoundWhereItIs() {
    CurvesModel curves;
    curves.addPoints({{"eval/accuracy", 1, {{50, 0.5}, {100, 0.75}}}});
    PlotView plot(&curves, arrangePanels(curves.names()).front());
    plot.refreshNow();
    plot.setCursor(60);
    QCOMPARE(plot.cursorWords(), QStringList{"0.50000  at step 50"});
  }

  void aRectangleZooms() {
    Pair pair;
    QTest::mousePress(pair.plot->viewport(), Qt::LeftButton, {}, pair.at(0.25));
    QTest::mouseMove(pair.plot->viewport(), pair.at(0.5));
    QTest::mouseRelease(pair.plot->viewport(), Qt::LeftButton, {}, pair.at(0.75));
    QCOMPARE(pair.changes, 1);
    QVERIFY(pair.view);
    QVERIFY2(qAbs(pair.view->low - 50) < 8 && qAbs(pair.view->high - 150) < 8,
             qPrintable(QString("%1..%2").arg(pair.view->low).arg(pair.view->high)));
    QTest::mouseDClick(pair.plot->viewport(), Qt::LeftButton, {}, pair.at(0.5));
    QVERIFY(!pair.view);
  }

  void aClickDoesNotZoom() {
    Pair pair;
    QTest::mouseClick(pair.plot->viewport(), Qt::LeftButton, {}, pair.at(0.5));
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
      QWheelEvent event(at, pair.plot->viewport()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton,
                        modifiers, Qt::NoScrollPhase, false);
      QApplication::sendEvent(pair.plot->viewport(), &event);
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

  void theFilterChoosesPictures() {
    CurvesModel curves;
    PlotGrid grid(&curves);
    grid.resize(900, 600);
    grid.show();
    grid.setEmptyText("<b>nothing</b>");
    QLabel* empty = nullptr;
    for (QLabel* label : grid.findChildren<QLabel*>())
      if (label->text() == "<b>nothing</b>") empty = label;
    QVERIFY(empty);
    QCOMPARE(empty->textFormat(), Qt::PlainText);
    QVERIFY(empty->isVisible());
    curves.addPoints({{"a", 1, {{1, 1}}}, {"<i>b</i>/c", 1, {{1, 1}}}});
    QCOMPARE(grid.plots().size(), 2u);
    QVERIFY(!empty->isVisible());
    for (const QLabel* label : grid.findChildren<QLabel*>())
      QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
    QTest::keyClicks(grid.findChild<QLineEdit*>(), "/c");
    QCOMPARE(grid.plots().size(), 1u);
  }

  // Pictures share what they show, and where the pointer is.
  void picturesAreLinked() {
    CurvesModel curves;
    curves.addPoints({{"a", 1, line(1, 100, 1, 1)}, {"b", 1, line(1, 100, 1, 2)}});
    PlotGrid grid(&curves);
    grid.resize(900, 600);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    for (PlotView* plot : grid.plots()) plot->refreshNow();
    QTest::mouseMove(grid.plots()[0]->viewport(),
                     grid.plots()[0]->chart()->plotArea().center().toPoint());
    QTRY_VERIFY(!grid.plots()[1]->cursorWords().isEmpty());
    QVERIFY(grid.plots()[1]->cursorWords().first().startsWith("2  at step "));
  }

  void theTableIsWrittenWithoutWaitingAndSaid() {
    QTemporaryDir folder;
    CurvesModel curves;
    curves.addPoints({{"a,b", 1, {{1, 0.1}}}});
    PlotGrid grid(&curves);
    grid.setExportName("x/y");
    grid.show();
    QSignalSpy done(&grid, &PlotGrid::done), failed(&grid, &PlotGrid::failed);
    const auto save = [&](const QString& path) {
      for (QMenu* menu : grid.findChildren<QMenu*>()) menu->actions().last()->trigger();
      auto* dialog = grid.findChild<QFileDialog*>();
      if (!dialog) return false;
      emit dialog->fileSelected(path);
      delete dialog;
      return true;
    };
    const QString path = folder.filePath("table.csv");
    QVERIFY(save(path));
    QTRY_COMPARE(done.count(), 1);
    QVERIFY(done.first().first().toString().contains(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "step,\"a,b\"\n1,0.1\n");
    QVERIFY(save(folder.filePath("missing/table.csv")));
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(done.count(), 1);
  }

  void everyControlHasAName() {
    CurvesModel curves;
    PlotGrid grid(&curves);
    QVERIFY(!grid.findChild<QSlider*>()->accessibleName().isEmpty());
    QVERIFY(!grid.findChild<QLineEdit*>()->accessibleName().isEmpty());
    for (const QToolButton* button : grid.findChildren<QToolButton*>(Qt::FindDirectChildrenOnly))
      QVERIFY(!button->text().isEmpty());
  }

  // However many gaps there are, the curve goes on to its end.
  void aCurveOfManyGapsIsDrawnToItsEnd() {
    CurvesModel curves;
    std::vector<CurvePoint> points;
    for (int x = 1; x <= 1500; ++x)
      points.push_back({static_cast<double>(x), x % 3 == 0 ? 2.0 : qQNaN()});
    curves.addPoints({{"train/loss", 1, points}});
    PlotView plot(&curves, arrangePanels(curves.names()).front());
    plot.resize(1800, 300);
    plot.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plot));
    plot.refreshNow();
    QCoreApplication::processEvents();
    const QImage image = plot.grab().toImage();
    const QRectF area = plot.chart()->plotArea();
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

TRAINYARD_WINDOW_TEST(PlotViewTest);
#include "plot_view_test.moc"
