// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs are drawn beside a setting.
#include <QTest>

#include "gui/help/own_runs.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

RunTableRow row(const QVariant& value, const QVariant& best, const char* workload = "engine",
                const char* model = "gpt2") {
  return {QString(), 0, {value, best, workload, model}};
}

RunTable table(const QList<RunTableRow>& rows) {
  RunTable out;
  out.rows = rows;
  return out;
}

const RunKind gpt2{"engine", "gpt2"};

}  // namespace

class OwnRunsTest : public QObject {
  Q_OBJECT
 private slots:
  void theStoreIsAskedForTheSettingAndItsEnd() {
    const QStringList columns = OwnRuns::query("optimizer.learning_rate").columns;
    QCOMPARE(columns.first(), "setting:optimizer.learning_rate");
    QVERIFY(columns.contains("best:eval/loss"));
  }

  void runsAreOrderedByTheValue() {
    const auto runs = OwnRuns::of(table({row(1e-4, 0.9), row(1e-6, 0.8), row(1e-5, 0.7)}),
                                  "optimizer.learning_rate", gpt2);
    QVERIFY(runs);
    QCOMPARE(runs->points, (QList<QPointF>{{1e-6, 0.8}, {1e-5, 0.7}, {1e-4, 0.9}}));
    QCOMPARE(runs->best(), QPointF(1e-5, 0.7));
    QVERIFY(runs->isByRatio());
  }

  void twoValuesAreNoPicture() {
    QVERIFY(!OwnRuns::of(table({row(1, 0.9), row(2, 0.8), row(2, 0.7)}), "batch.global", gpt2));
    QVERIFY(OwnRuns::of(table({row(1, 0.9), row(2, 0.8), row(3, 0.7)}), "batch.global", gpt2));
  }

  void otherKindsAndRunsWithoutAnEndAreLeftOut() {
    const QList<RunTableRow> rows{row(1, 0.9),
                                  row(2, 0.8),
                                  row(3, 0.7),
                                  row(4, QVariant()),
                                  row(5, 0.1, "command"),
                                  row(6, 0.2, "engine", "llama"),
                                  row("auto", 0.3)};
    const auto runs = OwnRuns::of(table(rows), "batch.global", gpt2);
    QVERIFY(runs);
    QCOMPARE(runs->points.size(), 3);
    QCOMPARE(runs->best(), QPointF(3, 0.7));
    QVERIFY(!runs->isByRatio());
    QVERIFY(!OwnRuns::of(table(rows), "batch.global", {"command", ""}));
  }
};

TRAINYARD_TEST(OwnRunsTest);

#include "own_runs_test.moc"
