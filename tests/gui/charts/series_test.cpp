// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/series.h"
#include "tests/qt_tests.h"

#include <QTest>

using namespace trainyard;

namespace {

std::vector<CurvePoint> steps(int from, int to, double value) {
  std::vector<CurvePoint> out;
  for (int step = from; step <= to; ++step) out.push_back({static_cast<double>(step), value});
  return out;
}

}  // namespace

class SeriesTest : public QObject {
  Q_OBJECT
 private slots:
  void aResumedAttemptSupersedesWhatCameAfterItsStep() {
    Series series;
    series.add(1, steps(1, 100, 1));
    series.resume(2, 80);
    series.add(2, steps(81, 120, 2));
    const auto& line = series.line();
    QCOMPARE(line.size(), 120u);
    for (const CurvePoint& p : line) QCOMPARE(p.y, p.x <= 80 ? 1.0 : 2.0);
    QCOMPARE(series.marks(), std::vector<double>{80});
    QCOMPARE(series.supersededPoints(), 20u);
  }

  void onlyMoreThanGrowthIsAnotherGeneration() {
    Series series;
    series.add(1, steps(1, 100, 1));
    const auto first = series.generation();
    series.add(1, steps(101, 110, 1));
    series.add(1, steps(90, 120, 1));  // the first of them are there already
    QCOMPARE(series.generation(), first);
    QCOMPARE(series.line().size(), 120u);
    series.add(1, steps(50, 60, 3));
    QVERIFY(series.generation() != first);
    QCOMPARE(series.line().size(), 120u);
    QCOMPARE(series.line()[49].y, 3.0);
  }

  void anAttemptFromScratchSupersedesEverything() {
    Series series;
    series.add(1, steps(1, 50, 1));
    series.resume(2, 0);
    series.add(2, steps(1, 10, 2));
    QCOMPARE(series.line().size(), 10u);
    QVERIFY(series.marks().empty());
  }

  void withoutAResumeStepTheFirstPointSupersedes() {
    Series series;
    series.add(1, steps(1, 50, 1));
    series.add(2, steps(31, 60, 2));
    QCOMPARE(series.line().size(), 60u);
    QCOMPARE(series.line()[29].y, 1.0);
    QCOMPARE(series.line()[30].y, 2.0);
  }

  void pointsThatComeTwiceOrLateStandOnce() {
    Series series;
    series.add(1, steps(11, 20, 1));
    QCOMPARE(series.line().size(), 10u);
    series.add(1, steps(1, 12, 3));
    const auto& line = series.line();
    QCOMPARE(line.size(), 20u);
    QCOMPARE(line[10].y, 3.0);  // step 11: the later word
    for (std::size_t i = 1; i < line.size(); ++i) QVERIFY(line[i - 1].x < line[i].x);
  }

  void threeAttemptsInAnyOrderOfArrival() {
    Series series;
    series.resume(3, 20);
    series.add(3, steps(21, 25, 3));
    series.add(1, steps(1, 40, 1));
    series.resume(2, 30);
    series.add(2, steps(31, 35, 2));
    QCOMPARE(series.line().size(), 25u);
    QCOMPARE(series.line()[19].y, 1.0);
    QCOMPARE(series.line()[20].y, 3.0);
  }
};

TRAINYARD_TEST(SeriesTest);
#include "series_test.moc"
