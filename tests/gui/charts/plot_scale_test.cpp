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
  void panelsPairTrainingAndEvaluation() {
    const auto panels = arrangePairedPanels(
        {"train/learning_rate", "train/loss", "system/x", "eval/loss", "eval/accuracy", "plain"});
    QCOMPARE(panels.size(), 5u);
    QCOMPARE(panels[0].metrics, (QStringList{"train/loss", "eval/loss"}));
    QCOMPARE(panels[1].metrics, QStringList{"train/learning_rate"});
    QCOMPARE(panels[2].metrics, QStringList{"eval/accuracy"});
    QCOMPARE(panels[3].group, QString());
    QCOMPARE(panels[4].group, "system");
  }

  void withoutPairsEveryMetricIsAPanel() {
    const auto panels = arrangePanels({"system/x", "eval/loss", "train/speed", "train/loss"});
    QCOMPARE(panels.size(), 4u);
    QCOMPARE(panels[0].metrics, QStringList{"train/loss"});
    QCOMPARE(panels[1].metrics, QStringList{"train/speed"});
    QCOMPARE(panels[2].group, "eval");
    QCOMPARE(panels[3].group, "system");
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
