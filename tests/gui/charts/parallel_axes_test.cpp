// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/parallel_axes.h"

#include <QTest>
#include <cmath>

#include "gui/charts/line_density.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class ParallelAxesTest : public QObject {
  Q_OBJECT
 private slots:
  void valuesHaveTheirPlaces() {
    ParallelAxes axes;
    axes.begin(3);
    axes.add("rate", {1e-5, 1e-3, 1e-4}, true);
    axes.add("decay", {0, 4, NAN}, false);
    axes.add("kind", {1, 0, 0}, false, {"cosine", "linear"});
    QCOMPARE(axes.axes()[0].shares[0], 0.F);
    QCOMPARE(axes.axes()[0].shares[1], 1.F);
    QVERIFY(std::abs(axes.axes()[0].shares[2] - 0.5F) < 1e-6F);
    QVERIFY(std::isnan(axes.axes()[1].shares[2]));
    QCOMPARE(axes.axes()[2].words(1), "linear");
    QVERIFY(std::abs(axes.axes()[0].valueAt(0.5) - 1e-4) < 1e-9);
  }

  void aLineIsWithinAllRanges() {
    ParallelAxes axes;
    axes.begin(4);
    axes.add("a", {0, 1, 2, 3}, false);
    axes.add("b", {3, 2, 1, NAN}, false);
    QCOMPARE(axes.numWithin(), 4U);
    axes.setBrush(0, ParallelAxes::Range(1.0 / 3, 1));
    QCOMPARE(axes.numWithin(), 3U);
    // Its ends belong to a range; a line without a value is in none.
    QVERIFY(axes.isWithin(1) && !axes.isWithin(0));
    axes.setBrush(1, ParallelAxes::Range(0, 0.5));
    QCOMPARE(axes.numWithin(), 2U);
    QVERIFY(!axes.isWithin(3));
    axes.clearBrushes();
    QCOMPARE(axes.numWithin(), 4U);
  }

  void aRangeKeepsItsValuesWhenTheAxisGrows() {
    ParallelAxes before, after;
    before.begin(3);
    before.add("a", {0, 5, 10}, false);
    before.setBrush(0, ParallelAxes::Range(0.5, 0.6));
    after.begin(4);
    after.add("a", {0, 5, 10, 20}, false);
    after.brushLike(before);
    QVERIFY(std::abs(after.axes()[0].brush->first - 0.25) < 1e-6);
    QCOMPARE(after.numWithin(), 1U);
  }

  // A line that is taken away leaves nothing, whatever was drawn in between.
  void densityForgetsALine() {
    LineDensity lines;
    lines.reset({20, 10});
    std::vector<float> rising(20), flat(20, 5.25F);
    for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = 0.5F * static_cast<float>(i);
    const std::vector<QRgb> colours{qRgb(255, 0, 0), qRgb(0, 0, 255)};
    lines.add({.heights = flat, .share = 1});
    const QImage alone = lines.picture(colours, 0.5);
    lines.add({.heights = rising, .share = 0});
    QVERIFY(lines.picture(colours, 0.5) != alone);
    lines.takeAway({.heights = rising, .share = 0});
    QCOMPARE(lines.picture(colours, 0.5), alone);
    QCOMPARE(qAlpha(alone.pixel(3, 0)), 0);
    QVERIFY(qAlpha(alone.pixel(3, 5)) > 100);
    QCOMPARE(qRed(alone.pixel(3, 5)), 0);
    // More lines are more opaque.
    lines.add({.heights = flat, .share = 1});
    QVERIFY(qAlpha(lines.picture(colours, 0.5).pixel(3, 5)) > qAlpha(alone.pixel(3, 5)));
  }

  void linesOutsideArePartlySeen() {
    LineDensity lines;
    lines.reset({4, 4});
    const std::vector<float> heights{-50, 1, NAN, 90, 2, 2, 2};
    lines.add({.firstColumn = -1, .heights = heights});
    const std::vector<QRgb> colours{qRgb(0, 0, 0)};
    const QImage picture = lines.picture(colours, 1);
    QVERIFY(qAlpha(picture.pixel(0, 1)) > 0);
    QCOMPARE(qAlpha(picture.pixel(1, 1)), 0);
    QVERIFY(qAlpha(picture.pixel(3, 2)) > 0);
  }
};

TRAINYARD_TEST(ParallelAxesTest);
#include "parallel_axes_test.moc"
