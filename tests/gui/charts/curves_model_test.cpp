// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curves_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <limits>

#include "gui/charts/curve_export.h"
#include "gui/charts/plot_panels.h"
#include "gui/charts/plot_scale.h"
#include "tests/qt_tests.h"

using namespace trainyard;

class CurvesModelTest : public QObject {
  Q_OBJECT
 private slots:
  void addsMetricsAndTellsWhichChanged() {
    CurvesModel model;
    QAbstractItemModelTester tester(&model);
    QSignalSpy changed(&model, &CurvesModel::pointsChanged);
    model.addPoints({{"train/loss", 1, {{1, 5}, {2, 4}}}, {"eval/loss", 1, {{2, 4.5}}}});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toStringList(), (QStringList{"train/loss", "eval/loss"}));
    QCOMPARE(model.index(0).data(CurvesModel::LastValueRole).toDouble(), 4.0);
    QCOMPARE(model.index(0).data(CurvesModel::PointCountRole).toInt(), 2);
    QVERIFY(!model.series("train/accuracy"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
  }

  void aResumeStepHoldsForMetricsThatComeLater() {
    CurvesModel model;
    model.setResume(2, 1);
    model.addPoints({{"train/loss", 1, {{1, 5}, {2, 4}}}, {"train/loss", 2, {{2, 3}}}});
    QCOMPARE(model.series("train/loss")->line().size(), 2u);
    QCOMPARE(model.series("train/loss")->line()[1].y, 3.0);
  }

  void panelsPairTrainingAndEvaluation() {
    const auto panels = arrangePanels(
        {"train/learning_rate", "train/loss", "system/x", "eval/loss", "eval/accuracy", "plain"});
    QCOMPARE(panels.size(), 5u);
    QCOMPARE(panels[0].metrics, (QStringList{"train/loss", "eval/loss"}));
    QCOMPARE(panels[1].metrics, QStringList{"train/learning_rate"});
    QCOMPARE(panels[2].metrics, QStringList{"eval/accuracy"});
    QCOMPARE(panels[3].group, QString());
    QCOMPARE(panels[4].group, "system");
  }

  void exportHoldsAllPoints() {
    CurvesModel model;
    std::vector<CurvePoint> points;
    for (int i = 1; i <= 5000; ++i) points.push_back({static_cast<double>(i), 0.1});
    model.addPoints({{"train/loss", 1, points},
                     {"eval/loss", 1, {{5000, std::numeric_limits<double>::quiet_NaN()}}}});
    const QList<QByteArray> lines =
        curvesToCsv(linesOf(model, model.names())).trimmed().split('\n');
    QCOMPARE(lines.size(), 5001);
    QCOMPARE(lines[0], "step,train/loss,eval/loss");
    QCOMPARE(lines[1], "1,0.1,");
    QCOMPARE(lines[5000], "5000,0.1,NaN");
  }

  void logarithmicAxisHasGapsAtZeroAndBelow() {
    const std::vector<CurvePoint> line{{1, 100}, {2, 0}, {3, -1}, {4, 10}};
    const DrawnCurve drawn = drawCurve(line, nullptr, {1, 4}, 100, YScale::logarithmic);
    QCOMPARE(drawn.raw.parts.size(), 2u);
    QCOMPARE(drawn.raw.parts[0][0].y(), 2.0);
    QCOMPARE(drawn.raw.gaps.size(), 2u);
    const XRange y = valueRange({drawn}, {1, 4});
    QVERIFY(y.low < 1 && y.high > 2);
  }

  void nearestPointForTheReadOut() {
    const std::vector<CurvePoint> line{{0, 1}, {10, 2}, {20, 3}};
    QCOMPARE(nearestPoint(line, -5)->x, 0.0);
    QCOMPARE(nearestPoint(line, 14)->x, 10.0);
    QCOMPARE(nearestPoint(line, 16)->x, 20.0);
    QCOMPARE(nearestPoint(line, 99)->x, 20.0);
    QVERIFY(!nearestPoint({}, 1));
  }
};

TRAINYARD_TEST(CurvesModelTest);
#include "curves_model_test.moc"
