// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_grid.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include "gui/charts/curve_mark.h"
#include "gui/charts/plot_bar.h"
#include "gui/look/tokens.h"
#include "tests/gui/charts/plot_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class PlotGridTest : public QObject {
  Q_OBJECT
 private slots:
  void theSearchChoosesPanels() {
    PlotScene scene;
    PlotGrid grid(&scene.curves);
    grid.resize(900, 600);
    grid.show();
    grid.setEmptyText("<b>nothing</b>");
    QLabel* empty = nullptr;
    for (QLabel* label : grid.findChildren<QLabel*>())
      if (label->text() == "<b>nothing</b>") empty = label;
    QVERIFY(empty);
    QCOMPARE(empty->textFormat(), Qt::PlainText);
    QVERIFY(empty->isVisible());
    scene.add("a", {{1, 1}});
    scene.add("<i>b</i>/c", {{1, 1}});
    QCOMPARE(grid.panels().size(), 2u);
    QVERIFY(!empty->isVisible());
    for (const QLabel* label : grid.findChildren<QLabel*>())
      QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
    QTest::keyClicks(grid.findChild<QLineEdit*>(), "/c");
    QCOMPARE(grid.panels().size(), 1u);
  }

  // Plots share what they show, and where the pointer is.
  void plotsAreLinked() {
    PlotScene scene;
    scene.add("a", flatLine(1, 100, 1, 1));
    scene.add("b", flatLine(1, 100, 1, 2));
    PlotGrid grid(&scene.curves);
    grid.resize(900, 600);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    for (PlotPanel* panel : grid.panels()) scene.refresh(panel);
    QTest::mouseMove(grid.panels()[0], grid.panels()[0]->plotArea().center().toPoint());
    QTRY_VERIFY(!grid.panels()[1]->cursorWords().isEmpty());
    QVERIFY(grid.panels()[1]->cursorWords().first().startsWith("2  at step "));
  }

  void theTableIsWrittenWithoutWaitingAndSaid() {
    QTemporaryDir folder;
    PlotScene scene;
    scene.add("a,b", {{1, 0.1}});
    PlotGrid grid(&scene.curves);
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
    PlotScene scene;
    PlotGrid grid(&scene.curves);
    QVERIFY(!grid.findChild<QSlider*>()->accessibleName().isEmpty());
    QVERIFY(!grid.findChild<QLineEdit*>()->accessibleName().isEmpty());
    const auto* bar = grid.findChild<PlotBar*>();
    const auto inBar = bar->findChildren<QToolButton*>(Qt::FindDirectChildrenOnly);
    QVERIFY(inBar.size() >= 4);
    for (const QToolButton* button : inBar) QVERIFY(!button->text().isEmpty());
    QVERIFY(!bar->findChild<QComboBox*>()->accessibleName().isEmpty());
    scene.add("a", {{1, 1}});
    scene.refresh(grid.panels()[0]);
    const auto inHead = grid.panels()[0]->findChildren<QToolButton*>();
    QCOMPARE(inHead.size(), 3);
    for (const QToolButton* button : inHead) QVERIFY(!button->accessibleName().isEmpty());
  }

  // Nothing moves what is above when the first evaluation of a metric arrives.
  void anEvaluationJoinsItsPlot() {
    PlotScene scene;
    scene.add("train/loss", flatLine(1, 9, 1, 2));
    scene.add("train/entropy", flatLine(1, 9, 1, 2));
    PlotGrid grid(&scene.curves);
    grid.setSingleRun(true);
    grid.resize(900, 600);
    grid.show();  // a hidden grid is laid out when it is shown
    const QRect before = grid.panels()[1]->geometry();
    scene.add("eval/loss", {{9, 3}});
    QCOMPARE(grid.panels().size(), 2u);
    QCOMPARE(grid.panels()[0]->metrics().metrics, (QStringList{"train/loss", "eval/loss"}));
    QCOMPARE(grid.panels()[1]->geometry(), before);
  }

  void groupsFold() {
    PlotScene scene;
    scene.add("train/loss", {{1, 1}});
    scene.add("system/load", {{1, 1}});
    PlotGrid grid(&scene.curves);
    grid.resize(900, 600);
    grid.show();
    const auto heads = grid.findChildren<QPushButton*>();
    QCOMPARE(heads.size(), 2);
    QVERIFY(heads[0]->text().startsWith("Training and evaluation"));
    QVERIFY(heads[1]->text().startsWith("Other"));
    QVERIFY(grid.panels()[0]->isVisible());
    const int below = heads[1]->y();
    QTest::mouseClick(heads[0], Qt::LeftButton);
    QVERIFY(!grid.panels()[0]->isVisible());
    QVERIFY(grid.panels()[1]->isVisible());
    QVERIFY(heads[1]->y() < below);
    QTest::mouseClick(heads[0], Qt::LeftButton);
    QVERIFY(grid.panels()[0]->isVisible());
  }

  // How a run goes is folded until a person opens it, and stays as it was left.
  void performanceIsFoldedAtFirst() {
    QSettings().remove("curves/performance");
    PlotScene scene;
    scene.add("train/loss", {{1, 1}});
    scene.add("train/learning_rate", {{1, 1}});
    scene.add("it/s", {{1, 1}});
    const auto isShown = [](const PlotGrid& grid) { return grid.panels().back()->isVisible(); };
    {
      PlotGrid grid(&scene.curves);
      grid.resize(900, 600);
      grid.show();
      QVERIFY(grid.panels().front()->isVisible() && !isShown(grid));
      // What is searched for is shown.
      QTest::keyClicks(grid.findChild<QLineEdit*>(), "t");
      QVERIFY(isShown(grid));
      grid.findChild<QLineEdit*>()->clear();
      QVERIFY(!isShown(grid));
      QPushButton* head = grid.findChildren<QPushButton*>().back();
      QCOMPARE(head->text(), "Performance  2");
      QTest::mouseClick(head, Qt::LeftButton);
      QVERIFY(isShown(grid));
    }
    PlotGrid again(&scene.curves);
    again.resize(900, 600);
    again.show();
    QVERIFY(isShown(again));
    QTest::mouseClick(again.findChildren<QPushButton*>().back(), Qt::LeftButton);
    QVERIFY(!QSettings().value("curves/performance").toBool());
    // Where there is nothing else, it is not folded.
    PlotScene rates;
    rates.add("it/s", {{1, 1}});
    PlotGrid alone(&rates.curves);
    alone.resize(900, 600);
    alone.show();
    QVERIFY(isShown(alone));
  }

  // The tenth run has the colour of the first, but not its line.
  void whatSharesAColourDiffersInItsDashes() {
    const auto inked = [](int colour, bool isSpark) {
      QImage image(40, 10, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      const QPalette palette = look::paletteOf(look::lightTokens());
      if (isSpark)
        paintSpark(painter, QRectF(0, 1, 40, 8), {{0, 1}, {1, 1}}, Qt::black,
                   look::curveDashes(colour));
      else
        paintCurveSwatch(painter, QRectF(0, 0, 10, 10), colour, palette);
      painter.end();
      int count = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) != Qt::white;
      return count;
    };
    for (const bool isSpark : {false, true}) {
      QVERIFY(inked(0, isSpark) > inked(look::numCurveColours, isSpark));
      QVERIFY(inked(look::numCurveColours, isSpark) > inked(2 * look::numCurveColours, isSpark));
      QVERIFY(inked(2 * look::numCurveColours, isSpark) > 0);
    }
  }

  // One panel takes the width of the page, and two share it.
  void panelsTakeTheWidth() {
    PlotScene scene;
    scene.add("loss", {{1, 1}});
    PlotGrid grid(&scene.curves);
    grid.resize(1240, 600);
    grid.show();
    QVERIFY(grid.panels()[0]->width() > 1150);
    scene.add("accuracy", {{1, 1}});
    QVERIFY(grid.panels()[0]->width() > 550 && grid.panels()[0]->width() < 650);
    QCOMPARE(grid.panels()[0]->y(), grid.panels()[1]->y());
    for (const char* name : {"entropy", "wer", "bleu"}) scene.add(name, {{1, 1}});
    QVERIFY(grid.panels()[0]->width() < 450);
  }

  // Where several runs are shown, their training stands behind their evaluation.
  void trainingStandsBehindEvaluation() {
    PlotScene scene({"r", "s"});
    for (const char* run : {"r", "s"}) {
      scene.add("loss", flatLine(1, 40, 1, 2), run);
      scene.add("val_loss", flatLine(10, 40, 10, 3), run);
    }
    PlotGrid grid(&scene.curves);
    grid.resize(900, 600);
    grid.show();
    QCOMPARE(grid.panels().size(), 1u);
    scene.refresh(grid.panels()[0]);
    QStringList lines;
    for (const auto& line : grid.panels()[0]->picture(false).lines)
      lines << line.label + (line.isBehind ? " behind" : "") + QString::number(line.colour);
    QCOMPARE(lines,
             (QStringList{"run r loss behind0", "run r val0", "run s loss behind1", "run s val1"}));
  }

  void aPlotIsShownAloneAndEscGoesBack() {
    PlotScene scene;
    scene.add("a", {{1, 1}, {2, 2}});
    scene.add("b", {{1, 1}, {2, 2}});
    PlotGrid grid(&scene.curves);
    grid.resize(900, 600);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    QTest::keyClick(grid.panels()[1], Qt::Key_Return);
    QVERIFY(grid.enlarged());
    QCOMPARE(grid.enlarged()->metrics().metrics, QStringList{"b"});
    QVERIFY(!grid.panels()[1]->isVisible());
    QTRY_VERIFY(grid.enlarged()->lastDrawn() > 0);
    QVERIFY(grid.enlarged()->width() > 850);
    QTest::keyClick(grid.enlarged(), Qt::Key_Escape);
    QVERIFY(!grid.enlarged());
    QVERIFY(grid.panels()[1]->isVisible());
  }

  // What was never seen is in the picture, too.
  void thePictureHasAllPlots() {
    PlotScene scene;
    for (int i = 0; i < 20; ++i) scene.add(QString("m%1").arg(i), flatLine(1, 50, 1, i));
    PlotGrid grid(&scene.curves);
    grid.resize(400, 300);
    grid.show();
    QVERIFY(QTest::qWaitForWindowExposed(&grid));
    for (PlotPanel* panel : grid.panels()) scene.refresh(panel);
    const QImage image = grid.picture();
    QVERIFY(image.height() > 20 * 200);
    const QColor colour = look::curveColour(0, grid.palette());
    int seen = 0;
    for (PlotPanel* panel : grid.panels()) {
      const QRect room(panel->geometry().topLeft() * image.devicePixelRatio(),
                       panel->size() * image.devicePixelRatio());
      bool isDrawn = false;
      for (int y = room.top(); y < room.bottom() && !isDrawn; ++y)
        for (int x = room.left(); x < room.right() && !isDrawn; ++x)
          isDrawn = image.pixelColor(x, y) == colour;
      seen += isDrawn;
    }
    QCOMPARE(seen, 20);
  }
};

TRAINYARD_WINDOW_TEST(PlotGridTest);
#include "plot_grid_test.moc"
