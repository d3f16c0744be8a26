// SPDX-License-Identifier: GPL-3.0-or-later
// What may stand in a field, which number is next, and how several are laid out on a ruler.
#include <QTest>

#include "engine/contract/experiment/experiment.h"
#include "gui/forms/field_text.h"
#include "gui/forms/number_steps.h"
#include "gui/forms/value_parts.h"
#include "gui/forms/value_ruler.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class FieldValuesTest : public QObject {
  Q_OBJECT
 private slots:
  void partsHaveTheirPlaces() {
    const QList<ValuePart> parts = valuePartsOf(" 1e-6 ,3, ", numberSeparator());
    QCOMPARE(parts.size(), 3);
    QCOMPARE(parts[0].text, "1e-6");
    QCOMPARE(parts[0].start, 1);
    QCOMPARE(parts[0].end, 5);
    QCOMPARE(parts[1].start, 7);
    QCOMPARE(parts[2].text, "");
    QCOMPARE(parts[2].start, 10);
    QCOMPARE(valuePartsOf("", numberSeparator()).size(), 1);
    QCOMPARE(valuesIn("a, b | c", textSeparator()), (QStringList{"a, b", "c"}));
    QCOMPARE(withoutOpenEnd("1, 2, , ", numberSeparator()), "1, 2");
    QCOMPARE(withoutOpenEnd("1, 2", numberSeparator()), "1, 2");
    QCOMPARE(withoutOpenEnd("a | ", textSeparator()), "a");
    QCOMPARE(numbersIn("1e-6, 3e-6 1e-5;2"), (QStringList{"1e-6", "3e-6", "1e-5", "2"}));
    QCOMPARE(numbersIn("1 two"), QStringList());
  }

  void sizesOfBatchesDouble() {
    const FieldInfo& batch = *find_field("batch.per_device");
    QVERIFY(hasSteps(batch));
    QCOMPARE(nextNumber(batch, "2", 1), "4");
    QCOMPARE(nextNumber(batch, "6", 1), "8");
    QCOMPARE(nextNumber(batch, "6", -1), "4");
    QCOMPARE(nextNumber(batch, "8", -1), "4");
    QCOMPARE(nextNumber(batch, "1", -1), "");  // its least
    QCOMPARE(nextNumber(batch, "65536", 1), "");
    const FieldInfo& nodes = *find_field("resources.nodes");
    QCOMPARE(nextNumber(nodes, "3", 1), "4");
    QCOMPARE(nextNumber(nodes, "1", -1), "");
    const FieldInfo& processes = *find_field("resources.processes_per_node");
    QCOMPARE(nextNumber(processes, "auto", 1), "1");
    QCOMPARE(nextNumber(processes, "auto", -1), "");
    const FieldInfo& steps = *find_field("training.max_steps");
    QCOMPARE(nextNumber(steps, "", 1), "1");
    QCOMPARE(nextNumber(steps, "many", 1), "");
    QVERIFY(!hasSteps(*find_field("optimizer.learning_rate")));
  }

  void rangesAndPatternsDecide() {
    const FieldInfo& rate = *find_field("optimizer.learning_rate");
    QVERIFY(FieldText::isAllowed(rate, "1e-5"));
    QVERIFY(!FieldText::isAllowed(rate, "0"));  // above it
    QVERIFY(!FieldText::isAllowed(rate, "101"));
    QVERIFY(!FieldText::isAllowed(rate, "fast"));
    QVERIFY(FieldText::isAllowed(*find_field("resources.time_limit"), "1-00:00:00"));
    QVERIFY(!FieldText::isAllowed(*find_field("resources.time_limit"), "a day"));
    QVERIFY(FieldText::isAllowed(*find_field("resources.time_limit"), ""));
    QVERIFY(!FieldText::isAllowed(*find_field("optimizer.kind"), "adam"));
    QCOMPARE(FieldText::show(rate, Value(5e-6)), "5e-6");
  }

  void ratesLieOnALogarithmicRuler() {
    const RulerScale rates = rulerScaleOf({1e-6, 3e-6, 5e-6, 1e-5, 3e-5}, true);
    QVERIFY(rates.isLogarithmic);
    QCOMPARE(rates.ticks.size(), 3);
    QCOMPARE(compactNumber(rates.ticks[0]), "1e-6");
    QCOMPARE(compactNumber(rates.ticks[2]), "1e-4");
    // Equal ratios are equal distances, and all values are inside.
    QVERIFY(qAbs(rates.shareOf(1e-5) - rates.shareOf(1e-6) -
                 (rates.shareOf(1e-4) - rates.shareOf(1e-5))) < 1e-9);
    QVERIFY(rates.shareOf(1e-6) > 0.05 && rates.shareOf(3e-5) < 0.95);
    const RulerScale seeds = rulerScaleOf({1, 2, 3}, false);
    QVERIFY(!seeds.isLogarithmic);
    QVERIFY(qAbs(seeds.shareOf(2) - 0.5) < 1e-9);
    QVERIFY(seeds.ticks.contains(2));
    QVERIFY(rulerScaleOf({1, 100}, false).isLogarithmic);
    QVERIFY(!rulerScaleOf({0, 0.1}, true).isLogarithmic);  // 0 has no place there
    QCOMPARE(compactNumber(0.05), "0.05");
    QCOMPARE(compactNumber(2e8), "2e8");
    QCOMPARE(compactNumber(2.5e-5), "2.5e-5");
  }
};

TRAINYARD_TEST(FieldValuesTest);
#include "field_values_test.moc"
