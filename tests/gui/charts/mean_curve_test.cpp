// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/mean_curve.h"

#include <QTest>
#include <cmath>

#include "gui/charts/plot_panel.h"
#include "gui/charts/smoothing.h"
#include "tests/gui/charts/plot_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

MeanMember member(const std::vector<CurvePoint>& points) {
  return {std::make_shared<ColumnCurve>(exactCurve(points)), nullptr, {}};
}

}  // namespace

class MeanCurveTest : public QObject {
  Q_OBJECT
 private slots:
  void theMeanAndItsBandAreOfAllCurves() {
    const DrawnCurve mean =
        drawMean({member({{0, 1}, {10, 3}}), member({{0, 3}, {10, 9}}), member({{0, 2}, {10, 6}})},
                 {0, 10}, 100, {});
    QCOMPARE(mean.points.size(), 2u);
    QCOMPARE(mean.points[0].y, 2.0);
    QCOMPARE(mean.points[1].y, 6.0);
    QCOMPARE(mean.band[0].low, 1.0);
    QCOMPARE(mean.band[1].high, 9.0);
  }

  void curvesWithOtherStepsAreInterpolated() {
    const DrawnCurve mean =
        drawMean({member({{0, 0}, {10, 10}}), member({{5, 1}, {10, 2}})}, {0, 10}, 100, {});
    QCOMPARE(mean.points.size(), 3u);
    QCOMPARE(mean.points[0].y, 0.0);  // the second one has not begun
    QCOMPARE(mean.points[1].x, 5.0);
    QCOMPARE(mean.points[1].y, 3.0);
    QCOMPARE(mean.points[2].y, 6.0);
  }

  void aCurveThatEndedCountsAsFarAsItGoes() {
    const DrawnCurve mean = drawMean(
        {member({{0, 4}, {1, 4}, {2, 4}}), member({{0, 2}, {1, std::nan("")}})}, {0, 2}, 100, {});
    QCOMPARE(mean.points.size(), 3u);
    QCOMPARE(mean.points[0].y, 3.0);
    QCOMPARE(mean.points[1].y, 4.0);
    QCOMPARE(mean.band[2].low, 4.0);
  }

  void manyPlacesBecomeAsManyAsThereAreColumns() {
    std::vector<CurvePoint> points;
    for (int i = 0; i < 10000; ++i) points.push_back({i * 1.0, 2.0});
    const DrawnCurve mean = drawMean({member(points), member(points)}, {0, 9999}, 100, {});
    QCOMPARE(mean.points.size(), 101u);
    for (const CurvePoint& point : mean.points) QCOMPARE(point.y, 2.0);
  }

  void aLogarithmicAxisHasTheLogarithmOfTheMean() {
    PlotStyle style;
    style.scale = YScale::logarithmic;
    const DrawnCurve mean =
        drawMean({member({{0, 1}, {1, 1}}), member({{0, 199}, {1, 199}})}, {0, 1}, 100, style);
    QCOMPARE(mean.points[0].y, 100.0);
    QCOMPARE(mean.raw.parts.front().front().y(), 2.0);
  }

  void smoothedCurvesAreAveraged() {
    PlotStyle style;
    style.smoothing = 0.5;
    const MeanMember a = member({{0, 1}, {1, 5}}), b = member({{0, 3}, {1, 9}});
    const DrawnCurve mean = drawMean({a, b}, {0, 1}, 100, style);
    const double wanted =
        (smoothColumns(*a.whole, nullptr, 0.5)[1].y + smoothColumns(*b.whole, nullptr, 0.5)[1].y) /
        2;
    QCOMPARE(mean.points[1].y, wanted);
  }

  void aPlotShowsAGroupAsOneLine() {
    PlotScene scene({"a", "b", "c"});
    scene.curves.setRuns({{"a", "one", 0, false, "study"},
                          {"b", "two", 1, false, "study"},
                          {"c", "alone", 2, false, "other"}});
    scene.add("loss", flatLine(0, 10, 1, 1), "a");
    scene.add("loss", flatLine(0, 10, 1, 3), "b");
    scene.add("loss", flatLine(0, 10, 1, 7), "c");
    PlotPanel panel(&scene.curves, arrangePanels({"loss"}).front());
    panel.resize(500, 300);
    scene.curves.setShowsMeans(true);
    scene.refresh(&panel);
    QStringList labels;
    for (const PlotPicture::Line& line : panel.shown().lines) labels << line.label;
    QCOMPARE(labels, (QStringList{"alone", "study, mean of 2"}));
    panel.setCursor(5.0);
    QCOMPARE(panel.cursorWords(),
             (QStringList{"study, mean of 2  2, from 1 to 3  at step 5", "alone  7  at step 5"}));
    QVERIFY(panel.shown().y.low <= 1);  // the band is inside

    // The run under the pointer is seen beside the mean.
    scene.curves.setEmphasis("b");
    scene.refresh(&panel);
    QCOMPARE(panel.shown().lines.size(), 3u);
    scene.curves.setEmphasis({});
    scene.curves.setShowsMeans(false);
    scene.refresh(&panel);
    QCOMPARE(panel.shown().lines.size(), 3u);
    QVERIFY(panel.shown().lines[0].drawn.band.empty());
  }
};

TRAINYARD_WINDOW_TEST(MeanCurveTest);
#include "mean_curve_test.moc"
