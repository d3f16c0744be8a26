// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_scale.h"

#include <QTest>
#include <algorithm>
#include <limits>

#include "gui/charts/curve_export.h"
#include "gui/charts/panel_metrics.h"
#include "gui/charts/point_curves.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class PlotScaleTest : public QObject {
  Q_OBJECT
 private slots:
  // However a program spells them.
  void trainingAndEvaluationShareAPanel() {
    const auto sharing = [](const QStringList& metrics) {
      const auto panels = arrangePanels(metrics);
      return panels.size() == 1 && panels.front().metrics == metrics;
    };
    QVERIFY(sharing({"train/loss", "eval/loss", "test/loss"}));
    QVERIFY(sharing({"loss", "val_loss"}));
    QVERIFY(sharing({"Loss/train", "Loss/val"}));
    QVERIFY(sharing({"train_acc", "valid/acc"}));
    QVERIFY(sharing({"accuracy", "val_accuracy"}));
    QVERIFY(sharing({"model/train_loss", "model/val_loss"}));
    QVERIFY(sharing({"train_loss_step", "train_loss_epoch", "val_loss"}));
    QVERIFY(!sharing({"loss", "kl_loss"}));
    QCOMPARE(arrangePanels({"eval/loss", "train/loss"}).front().metrics,
             (QStringList{"train/loss", "eval/loss"}));
    QCOMPARE(splitLabel("train/loss"), "train");
    QCOMPARE(splitLabel("val_loss"), "val");
    QCOMPARE(splitLabel("Loss/train"), "train");
    QCOMPARE(splitLabel("loss"), "loss");
    QCOMPARE(splitLabel("train_loss_step"), "train_loss_step");
  }

  // What a run learns is first, how it runs is last.
  void panelsStandInSections() {
    using Section = PanelMetrics::Section;
    const auto panels = arrangePanels({"train/learning_rate", "entropy", "system/x",
                                       "train/tokens_per_second", "eval/accuracy", "gan/d_real",
                                       "gan/d_fake", "train/loss", "eval/loss", "epoch"});
    QStringList order;
    for (const PanelMetrics& panel : panels)
      order << QString::number(static_cast<int>(panel.section)) + panel.group + ' ' + panel.title;
    QCOMPARE(order,
             (QStringList{"1 loss", "1 accuracy", "1 entropy", "2gan gan/d_real", "2gan gan/d_fake",
                          "3 system/x", "4 tokens_per_second", "4 learning_rate", "4 epoch"}));
    QCOMPARE(panels.back().section, Section::performance);
  }

  // Layers have no heading each, and a name that stands alone has none.
  void threeHundredMetricsHaveFewHeadings() {
    QStringList metrics{"loss"};
    for (int layer = 0; layer < 150; ++layer) {
      metrics << QString("layer_%1/block/grad_norm").arg(layer, 2, 10, QChar('0'));
      metrics << QString("alone%1x/value").arg(layer);
    }
    QStringList headings;
    for (const PanelMetrics& panel : arrangePanels(metrics)) {
      const QString heading = QString::number(static_cast<int>(panel.section)) + panel.group;
      if (!headings.contains(heading)) headings << heading;
    }
    QCOMPARE(headings, (QStringList{"1", "2layer", "3"}));
  }

  void aMachinesMetricsStandByTheirPrefix() {
    const auto panels = arrangeByPrefix({"node/gpu 0", "load", "node/gpu 1", "a/cpu"});
    QStringList order;
    for (const PanelMetrics& panel : panels) order << panel.group + '|' + panel.title;
    QCOMPARE(order, (QStringList{"|load", "a|cpu", "node|gpu 0", "node|gpu 1"}));
  }

  void exportHoldsAllPoints() {
    PointCurves source;
    std::vector<CurvePoint> points;
    for (int i = 1; i <= 5000; ++i) points.push_back({static_cast<double>(i), 0.1});
    source.append({"r", "train/loss"}, points);
    source.append({"r", "eval/loss"}, {{5000, std::numeric_limits<double>::quiet_NaN()}});
    CurveSet set(&source);
    set.setRuns({{"r", "run", 0, false}});
    const auto make = tableMaker(set, {{"r", "train/loss"}, {"r", "eval/loss"}});
    const QList<QByteArray> lines = make().trimmed().split('\n');
    QCOMPARE(lines.size(), 5001);
    QCOMPARE(lines[0], "step,train/loss,eval/loss");
    QCOMPARE(lines[1], "1,0.1,");
    QCOMPARE(lines[5000], "5000,0.1,NaN");
  }

  void logarithmicAxisHasGapsAtZeroAndBelow() {
    const ColumnCurve line = exactCurve({{1, 100}, {2, 0}, {3, -1}, {4, 10}});
    const PlotStyle style{YScale::logarithmic};
    const DrawnCurve drawn = drawCurve(line, nullptr, {}, {1, 4}, 100, style);
    QCOMPARE(drawn.raw.parts.size(), 2u);
    QCOMPARE(drawn.raw.parts[0][0].y(), 2.0);
    QCOMPARE(drawn.raw.gaps.size(), 2u);
    const XRange y = valueRange({&drawn}, {1, 4}, style);
    QVERIFY(y.low < 1 && y.high > 2);
  }

  void nearestPointForTheReadOut() {
    const std::vector<CurvePoint> line{{0, 1}, {10, 2}, {20, 3}};
    QCOMPARE(nearestPoint(line, -5)->x, 0.0);
    QCOMPARE(nearestPoint(line, 14)->x, 10.0);
    QCOMPARE(nearestPoint(line, 16)->x, 20.0);
    QCOMPARE(nearestPoint(line, 99)->x, 20.0);
    QVERIFY(!nearestPoint({}, 1));
    const double gap = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(nearestPoint({{0, 1}, {10, gap}, {20, 3}}, 11)->x, 20.0);
  }

  // One value of a thousand does not flatten the others, and is still in what is drawn.
  void outliersAreLeftOutOfTheAxis() {
    std::vector<CurvePoint> points;
    for (int x = 0; x < 1000; ++x)
      points.push_back({static_cast<double>(x), x == 500 ? 1e6 : 1 + x % 10 * 0.1});
    PlotStyle style;
    const ColumnCurve line = exactCurve(points);
    const DrawnCurve all = drawCurve(line, nullptr, {}, {0, 999}, 100, style);
    QVERIFY(valueRange({&all}, {0, 999}, style).high > 1e6);
    style.leavesOutliers = false;
    const DrawnCurve drawn = drawCurve(line, nullptr, {}, {0, 999}, 100, style);
    const XRange y = valueRange({&drawn}, {0, 999}, style);
    QVERIFY(y.high < 2.5 && y.low > 0.5);
    QVERIFY(std::any_of(drawn.raw.parts[0].begin(), drawn.raw.parts[0].end(),
                        [](const QPointF& point) { return point.y() == 1e6; }));
  }

  void aCurveIsDrawnAlongOtherAxes() {
    QList<StepPlace> places;
    for (int step = 0; step <= 100; step += 20)
      places.append({static_cast<double>(step), step * 512.0, CurveBlock::none,
                     1e9 + (step > 40 ? 1000 : 0) + step});
    const StepTable table(places);
    QVERIFY(table.has(Along::tokens) && table.has(Along::time) && !table.has(Along::epochs));
    QCOMPARE(table.placeOf(Along::tokens, 30), 30 * 512.0);
    QCOMPARE(table.stepOf(Along::tokens, 30 * 512.0), 30.0);
    QCOMPARE(table.placeOf(Along::time, 40), 40.0);
    QCOMPARE(table.placeOf(Along::time, 60), 1060.0);
    QCOMPARE(table.placeOf(Along::tokens, 110), 110 * 512.0);  // newer than the table
    QVERIFY(!table.known(Along::tokens, 110));
    const ColumnCurve line = exactCurve({{0, 1}, {50, 2}, {100, 3}});
    const DrawnCurve drawn = drawCurve(line, nullptr, {&table, Along::tokens}, {0, 51200}, 100, {});
    QCOMPARE(drawn.raw.parts[0][1], QPointF(25600, 2));
  }
};

TRAINYARD_TEST(PlotScaleTest);
#include "plot_scale_test.moc"
