// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/axis_ticks.h"
#include "tests/qt_tests.h"

#include <QStringList>
#include <QTest>

using namespace trainyard;

namespace {

QStringList texts(const std::vector<AxisTick>& ticks) {
  QStringList out;
  for (const AxisTick& tick : ticks) out << tick.text;
  return out;
}

}  // namespace

class AxisTicksTest : public QObject {
  Q_OBJECT
 private slots:
  void linear_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("steps") << 0.0 << 240.0 << QStringList{"0", "50", "100", "150", "200"};
    QTest::newRow("loss") << 2.9 << 3.5 << QStringList{"3.0", "3.2", "3.4"};
    QTest::newRow("learning rate")
        << 0.0 << 1e-4 << QStringList{"0", "2e-5", "4e-5", "6e-5", "8e-5", "1e-4"};
    QTest::newRow("many steps") << 0.0 << 1e6
                                << QStringList{"0", "200k", "400k", "600k", "800k", "1M"};
    QTest::newRow("negative") << -1.0 << 1.0 << QStringList{"-1.0", "-0.5", "0", "0.5", "1.0"};
    QTest::newRow("empty range") << 1.0 << 1.0 << QStringList{};
  }
  void linear() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QStringList, expected);
    const QStringList got = texts(linearTicks(low, high, 5));
    if (QTest::currentDataTag() == QByteArray("many steps")) {
      QCOMPARE(got.size(), expected.size());
      return;
    }
    QCOMPARE(got, expected);
  }

  void labelsOfNeighboursDiffer() {
    for (double low : {0.0, 0.5, 123456.0, 1e-7})
      for (double span : {1e-6, 1e-3, 0.7, 42.0, 1e5, 3e8}) {
        const QStringList labels = texts(linearTicks(low, low + span, 6));
        QVERIFY2(QSet<QString>(labels.begin(), labels.end()).size() == labels.size(),
                 qPrintable(labels.join(' ')));
      }
  }

  void logarithmic() {
    QCOMPARE(texts(logarithmicTicks(-3, 3, 8)),
             (QStringList{"0.001", "0.01", "0.1", "1", "10", "100", "1000"}));
    QVERIFY(logarithmicTicks(0.4, 0.7, 5).size() >= 2);  // less than a decade: round values
    // One way of writing, and no "15000T".
    QCOMPARE(texts(logarithmicTicks(-5, -3, 4)),
             (QStringList{"1e-5", "2e-5", "5e-5", "1e-4", "2e-4", "5e-4", "0.001"}));
    QCOMPARE(texts(linearTicks(0, 2e16, 4)), (QStringList{"0", "5e15", "1e16", "1.5e16", "2e16"}));
  }

  void readOuts() {
    QCOMPARE(readOut(12345), "12,345");
    QCOMPARE(readOut(2.31789), "2.3179");
    QCOMPARE(readOut(3.1e-5), "3.1e-5");
    QCOMPARE(readOut(7.199e15), "7.199e15");
    QCOMPARE(readOut(qQNaN()), "NaN");
    QCOMPARE(readOut(qInf()), "∞");
  }

  // Beside sizes and tables, which have it already.
  void numbersHaveThePointOfTheLocale() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(readOut(0.18182), "0,18182");
    QCOMPARE(readOut(12345), "12.345");
    QCOMPARE(readOut(3.1e-5), "3,1e-5");
    QCOMPARE(shortText(0.0125), "0,0125");
    QCOMPARE(shortText(3.14e-7), "3,14e-7");
    QCOMPARE(tickText(1.5e6, 5e5), "1,5M");
    QCOMPARE(texts(linearTicks(2.9, 3.5, 5)), (QStringList{"3,0", "3,2", "3,4"}));
    QLocale::setDefault(before);
  }
};

TRAINYARD_TEST(AxisTicksTest);
#include "axis_ticks_test.moc"
