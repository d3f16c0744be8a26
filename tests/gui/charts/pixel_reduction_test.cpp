// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/pixel_reduction.h"

#include <QTest>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

std::vector<CurvePoint> noise(int count) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  std::vector<CurvePoint> out;
  for (int i = 0; i < count; ++i) out.push_back({static_cast<double>(i), normal(generator)});
  return out;
}

}  // namespace

class PixelReductionTest : public QObject {
  Q_OBJECT
 private slots:
  void keepsFirstLowestHighestLastOfEveryColumn() {
    const auto points = noise(100000);
    const int columns = 300;
    const XRange range{0, 100000};
    const ReducedCurve reduced = reduceToColumns(points, range, columns);
    QCOMPARE(reduced.parts.size(), 1u);
    QVERIFY(reduced.parts[0].size() <= 4u * columns);
    struct Column {
      double first, low, high, last;
    };
    std::map<int, Column> expected, seen;
    const auto note = [&](std::map<int, Column>& into, double x, double y) {
      const auto [at, isNew] =
          into.try_emplace(static_cast<int>(x / 100000 * columns), Column{y, y, y, y});
      at->second = {at->second.first, std::min(at->second.low, y), std::max(at->second.high, y), y};
    };
    for (const CurvePoint& p : points) note(expected, p.x, p.y);
    for (const QPointF& p : reduced.parts[0]) note(seen, p.x(), p.y());
    QCOMPARE(seen.size(), expected.size());
    for (const auto& [column, values] : expected) {
      QCOMPARE(seen.at(column).first, values.first);
      QCOMPARE(seen.at(column).low, values.low);
      QCOMPARE(seen.at(column).high, values.high);
      QCOMPARE(seen.at(column).last, values.last);
    }
  }

  void keepsASpikeOfOneStep() {
    std::vector<CurvePoint> points;
    for (int i = 0; i < 50000; ++i)
      points.push_back({static_cast<double>(i), i == 31337 ? 1000.0 : 1.0});
    bool found = false;
    const ReducedCurve reduced = reduceToColumns(points, {0, 50000}, 100);
    for (const QPointF& p : reduced.parts[0]) found = found || (p.x() == 31337 && p.y() == 1000);
    QVERIFY(found);
  }

  void ascendsAndHoldsOnlyPointsOfTheInput() {
    const auto points = noise(5000);
    const ReducedCurve reduced = reduceToColumns(points, {1000, 3000}, 77);
    double before = -1;
    for (const QPointF& p : reduced.parts[0]) {
      QVERIFY(p.x() > before);
      before = p.x();
      QCOMPARE(points[static_cast<std::size_t>(p.x())].y, p.y());
    }
    // One point beyond either side, so that the line leaves the picture.
    QCOMPARE(reduced.parts[0].front().x(), 999.0);
    QCOMPARE(reduced.parts[0].back().x(), 3001.0);
  }

  void fewPointsStayAsTheyAre() {
    const auto points = noise(20);
    QCOMPARE(reduceToColumns(points, {0, 19}, 500).parts[0].size(), 20u);
  }

  void gapsBreakTheLineAndAreMarked() {
    std::vector<CurvePoint> points{
        {1, 1}, {2, 2}, {3, notANumber}, {4, std::numeric_limits<double>::infinity()}, {5, 3}};
    const ReducedCurve reduced = reduceToColumns(points, {1, 5}, 100);
    QCOMPARE(reduced.parts.size(), 2u);
    QCOMPARE(reduced.parts[0].size(), 2u);
    QCOMPARE(reduced.parts[1].size(), 1u);
    QCOMPARE(reduced.gaps, (std::vector<double>{3, 4}));
  }

  void emptyAndFlatRanges() {
    QVERIFY(reduceToColumns({}, {0, 1}, 10).parts.empty());
    const std::vector<CurvePoint> one{{5, 2}};
    QCOMPARE(reduceToColumns(one, {5, 5}, 10).parts[0].size(), 1u);
  }
};

TRAINYARD_TEST(PixelReductionTest);
#include "pixel_reduction_test.moc"
