// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "gui/charts/smoothing.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

std::vector<CurvePoint> decay(int count) {
  std::mt19937 generator(1);
  std::normal_distribution<double> noise(0, 0.1);
  std::vector<CurvePoint> out;
  for (int i = 1; i <= count; ++i)
    out.push_back({static_cast<double>(i), 1 + std::exp(-i / 300.0) + noise(generator)});
  return out;
}

// What TensorBoard shows, point by point.
std::vector<double> reference(const std::vector<CurvePoint>& points, double weight) {
  std::vector<double> out;
  double last = 0, numAccumulated = 0;
  for (const CurvePoint& point : points) {
    if (std::isfinite(point.y)) {
      last = last * weight + (1 - weight) * point.y;
      ++numAccumulated;
    }
    out.push_back(last / (1 - std::pow(weight, numAccumulated)));
  }
  return out;
}

ColumnCurve inColumnsOf(const std::vector<CurvePoint>& points, int width) {
  ColumnCurve curve = exactCurve(points);
  while (curve.width < width) widenColumns(curve, curve.columns.size() - 1);
  return curve;
}

}  // namespace

class CurveSmoothingTest : public QObject {
  Q_OBJECT
 private slots:
  void smoothingIsTensorBoards() {
    const ColumnCurve curve = exactCurve({{1, 1}, {2, 3}, {3, noValue}, {4, 5}});
    const auto out = smoothColumns(curve, nullptr, 0.5);
    // last: 0.5, 1.75, -, 3.375; divided by 1 - 0.5^n
    QCOMPARE(out[0].y, 1.0);
    QCOMPARE(out[1].y, 1.75 / 0.75);
    QVERIFY(std::isnan(out[2].y));
    QCOMPARE(out[3].y, 3.375 / 0.875);
    const auto constant = exactCurve({{1, 0.1}, {2, 0.1}, {3, 0.1}});
    for (const CurvePoint& p : smoothColumns(constant, nullptr, 0.99)) QCOMPARE(p.y, 0.1);
  }

  void pointByPointItIsExact() {
    const auto points = decay(2000);
    const auto expected = reference(points, 0.9);
    const auto out = smoothColumns(exactCurve(points), nullptr, 0.9);
    QCOMPARE(out.size(), points.size());
    for (std::size_t i = 0; i < out.size(); ++i) QVERIFY(std::abs(out[i].y - expected[i]) < 1e-12);
  }

  // Of a column the mean counts as often as it has points; the noise of a value is 0.1.
  void inColumnsItIsNear() {
    const auto points = decay(4096);
    const auto expected = reference(points, 0.95);
    const ColumnCurve curve = inColumnsOf(points, 8);
    QCOMPARE(curve.width, 8.0);
    for (const CurvePoint& p : smoothColumns(curve, nullptr, 0.95))
      QVERIFY(std::abs(p.y - expected[static_cast<std::size_t>(p.x) - 1]) < 0.03);
  }

  // A part goes on with the state that the whole has where it begins.
  void aPartBeginsAsTheWholeIsThere() {
    const auto points = decay(4096);
    const ColumnCurve whole = inColumnsOf(points, 16);
    const auto expected = reference(points, 0.8);
    ColumnCurve part = exactCurve({points.begin() + 1024, points.begin() + 1200});
    part.covered = {1025, 1201};
    const auto out = smoothColumns(whole, &part, 0.8);
    QCOMPARE(out.size(), 176u);
    QVERIFY(std::abs(out[0].y - expected[1024]) < 0.03);
    // What came before is forgotten: 0.8^50 is nothing.
    for (std::size_t i = 50; i < out.size(); ++i)
      QVERIFY(std::abs(out[i].y - expected[1024 + i]) < 1e-4);
  }
};

TRAINYARD_TEST(CurveSmoothingTest);
#include "curve_smoothing_test.moc"
