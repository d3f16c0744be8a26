// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts over simulated runs of which the truth is known.
#include "gui/runs/verdict/run_noise.h"

#include <QTest>
#include <cmath>
#include <random>

#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr int pairs = 200;
constexpr double deviation = 0.1;

// A curve that falls to `end`, with noise that hangs together from value to value by `correlation`.
struct Program {
  std::mt19937_64 random{20261130};
  std::normal_distribution<double> normal{};

  NoisyCurve run(int count, double end, double correlation, int every = 10) {
    NoisyCurve curve;
    double noise = deviation * normal(random);
    for (int i = 1; i <= count; ++i) {
      curve.steps.push_back(i * every);
      curve.values.push_back(end + 3 * std::exp(-8.0 * i / count) + noise);
      noise = correlation * noise +
              std::sqrt(1 - correlation * correlation) * deviation * normal(random);
    }
    return curve;
  }
  // One value each, as of the last evaluation.
  std::vector<NoisyCurve> seeds(int count, double end) {
    std::vector<NoisyCurve> out;
    for (int i = 0; i < count; ++i) out.push_back({{100}, {end + deviation * normal(random)}});
    return out;
  }
};

}  // namespace

class RunNoiseTest : public QObject {
  Q_OBJECT
 private slots:
  void pairsOfKnownTruth_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("correlation");
    for (const int count : {24, 40, 100, 1000, 5000})
      QTest::addRow("%d values by themselves", count) << count << 0.0;
    for (const int count : {200, 1000, 5000})
      QTest::addRow("%d values that hang together", count) << count << 0.5;
    QTest::addRow("many values that hang together closely") << 5000 << 0.9;
  }
  void pairsOfKnownTruth() {
    QFETCH(int, count);
    QFETCH(double, correlation);
    Program program;
    int apart = 0, missed = 0;
    for (int i = 0; i < pairs; ++i) {
      const RunNoise noise({{program.run(count, 1.0, correlation)},
                            {program.run(count, 1.0, correlation)},
                            {program.run(count, 1.0 + 2 * deviation, correlation)}});
      apart += noise.compare(0, 1).verdict == Verdict::different;
      missed += noise.compare(0, 2).verdict != Verdict::different;
    }
    QVERIFY2(apart <= pairs * 0.05, qPrintable(QString::number(apart)));
    QVERIFY2(missed <= pairs * 0.2, qPrintable(QString::number(missed)));
  }

  // What wanders in a short curve cannot be told from a difference: it is seldom called one.
  void shortCurvesThatWander() {
    Program program;
    int apart = 0;
    for (int i = 0; i < pairs; ++i) {
      const RunNoise noise({{program.run(80, 1.0, 0.9)}, {program.run(80, 1.0, 0.9)}});
      apart += noise.compare(0, 1).verdict == Verdict::different;
    }
    QVERIFY2(apart <= pairs * 0.08, qPrintable(QString::number(apart)));
  }

  void curvesOfOtherSteps() {
    Program program;
    const RunNoise noise({{program.run(300, 1.2, 0, 10)}, {program.run(1000, 1.0, 0, 3)}});
    const Difference difference = noise.compare(0, 1);
    QCOMPARE(difference.verdict, Verdict::different);
    QVERIFY(std::abs(difference.value - 0.2) < 4 * difference.error);
    QVERIFY(!difference.isOfSeeds);
    // Both ways round the same.
    QCOMPARE(noise.compare(1, 0).verdict, Verdict::different);
    QVERIFY(noise.compare(1, 0).value < 0);
  }

  void tooEarly() {
    Program program;
    const RunNoise noise({{program.run(12, 1.0, 0)}, {program.run(12, 2.0, 0)}, {}, {{}}});
    QCOMPARE(noise.compare(0, 1).verdict, Verdict::tooEarly);
    QCOMPARE(noise.compare(0, 2).verdict, Verdict::tooEarly);
    QCOMPARE(noise.compare(0, 3).verdict, Verdict::tooEarly);
    // No step in common.
    NoisyCurve later = program.run(100, 1.0, 0);
    for (double& step : later.steps) step += 1e6;
    QCOMPARE(RunNoise({{program.run(100, 1.0, 0)}, {later}}).compare(0, 1).verdict,
             Verdict::tooEarly);
  }

  // Curves without any noise: the same, or not.
  void exactCurves() {
    NoisyCurve flat, above;
    for (int i = 1; i <= 50; ++i) {
      flat.steps.push_back(i);
      flat.values.push_back(1.0);
      above.values.push_back(1.1);
    }
    above.steps = flat.steps;
    const RunNoise noise({{flat}, {above}, {flat}});
    QCOMPARE(noise.compare(0, 1).verdict, Verdict::different);
    QCOMPARE(noise.compare(0, 2).verdict, Verdict::undecided);
    QVERIFY(!noise.compare(0, 2).moreSeeds);
  }

  void severalSeeds() {
    Program program;
    int apart = 0, missed = 0;
    for (int i = 0; i < 1000; ++i) {
      const RunNoise noise(
          {program.seeds(5, 1.0), program.seeds(5, 1.0), program.seeds(5, 1.0 + 2 * deviation)});
      const Difference same = noise.compare(0, 1);
      QVERIFY(same.isOfSeeds);
      apart += same.verdict == Verdict::different;
      missed += noise.compare(0, 2).verdict != Verdict::different;
    }
    QVERIFY2(apart <= 60, qPrintable(QString::number(apart)));
    QVERIFY2(missed <= 200, qPrintable(QString::number(missed)));
  }

  // The number of seeds that is proposed shows the difference in four of five cases, and a number
  // that is 30 % less does not.
  void proposedSeeds() {
    for (const double deviations : {0.8, 1.0, 1.5, 2.0, 3.0}) {
      const auto proposed = seedsToTell(deviations, 200);
      QVERIFY(proposed);
      const auto shown = [&](int count) {
        Program program;
        int different = 0;
        for (int i = 0; i < 1000; ++i) {
          const RunNoise noise(
              {program.seeds(count, 1.0), program.seeds(count, 1.0 + deviations * deviation)});
          different += noise.compare(0, 1).verdict == Verdict::different;
        }
        return different / 1000.0;
      };
      QVERIFY2(shown(*proposed) >= 0.77, qPrintable(QString::number(deviations)));
      const int less = static_cast<int>(*proposed * 0.7);
      if (less >= 2) QVERIFY2(shown(less) < 0.8, qPrintable(QString::number(deviations)));
    }
    QVERIFY(!seedsToTell(0.01, 200));
  }

  void moreSeedsAreThoseThatAreMissing() {
    const auto seed = [](double end) { return NoisyCurve{{100}, {end}}; };
    const RunNoise noise({{seed(1.0), seed(1.2)}, {seed(1.15), seed(1.35)}});
    const Difference difference = noise.compare(0, 1);
    QCOMPARE(difference.verdict, Verdict::undecided);
    QCOMPARE(*difference.moreSeeds,
             *seedsToTell(std::abs(difference.value) / difference.deviation, 100) - 2);
  }
};

TRAINYARD_TEST(RunNoiseTest);
#include "run_noise_test.moc"
