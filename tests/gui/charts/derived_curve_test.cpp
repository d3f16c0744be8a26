// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/derived_curve.h"

#include <QTest>
#include <cmath>

#include "gui/charts/panel_metrics.h"
#include "tests/gui/charts/plot_scene.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QStringList shownMetrics{"train/loss", "eval/loss", "a b"};

QString nameOf(const QString& y, const QString& x = {}) {
  const auto parsed = CurveExpression::parse(y, shownMetrics);
  if (x.isEmpty()) return derivedMetric(std::get<CurveExpression>(parsed), nullptr);
  const auto axis = CurveExpression::parse(x, shownMetrics, true);
  return derivedMetric(std::get<CurveExpression>(parsed), &std::get<CurveExpression>(axis));
}

CurvePoints wave(int count) {
  CurvePoints points;
  for (int i = 0; i < count; ++i)
    points.push_back({i * 1.0, i == 54'321 ? 50.0 : std::sin(i * 0.001)});
  return points;
}

}  // namespace

class DerivedCurveTest : public QObject {
  Q_OBJECT
 private slots:
  void namesHoldTheirExpressions() {
    QCOMPARE(nameOf("train/loss"), "train/loss");
    QVERIFY(!isDerived("train/loss"));
    QCOMPARE(derivedText("train/loss"), "train/loss");
    QCOMPARE(reportedMetrics("train/loss"), QStringList{"train/loss"});
    const QString name = nameOf("eval/loss-ema(train/loss,.9)");
    QVERIFY(isDerived(name) && !hasOwnPlaces(name));
    QCOMPARE(derivedText(name), "eval/loss - ema(train/loss, 0.9)");
    QCOMPARE(reportedMetrics(name), QStringList({"eval/loss", "train/loss"}));
    QCOMPARE(nameOf("eval/loss  - ema( train/loss, 0.9 )"), name);
    const QString placed = nameOf("train/loss", "log10(`a b`) + step");
    QVERIFY(hasOwnPlaces(placed));
    QCOMPARE(derivedText(placed), "train/loss");
    QCOMPARE(reportedMetrics(placed), QStringList({"train/loss", "a b"}));
    QCOMPARE(derivedText(nameOf("-train/loss * (2 - `a b`)")), "(-train/loss) * (2 - `a b`)");
  }

  // Spikes stay, whatever the number of points, and each part is as fine as it is asked for.
  void columnsKeepEveryExtreme() {
    const CurvePoints points = wave(1'000'000);
    const ColumnCurve whole = columnsOfPoints(points, std::nullopt, 1);
    QVERIFY(whole.columns.size() <= 2100);
    QCOMPARE(whole.whole.highest.y, 50.0);
    QCOMPARE(whole.whole.finite, 1e6);
    double finite = 0, highest = 0;
    for (const CurveBlock& column : whole.columns) {
      finite += column.finite;
      highest = std::max(highest, column.highest.y);
    }
    QCOMPARE(finite, 1e6);
    QCOMPARE(highest, 50.0);
    const ColumnCurve part = columnsOfPoints(points, XRange{54'000, 55'000}, 1);
    QCOMPARE(part.columns.size(), 1001);
    QVERIFY(part.isExact());
    QCOMPARE(part.before->x, 53'999.0);
    QCOMPARE(part.after->x, 55'001.0);
    QCOMPARE(part.covered.low, 54'000.0);
    QVERIFY(columnsOfPoints({}, std::nullopt, 1).isEmpty());
    QVERIFY(columnsOfPoints(wave(4096), std::nullopt, 1).isExact());
  }

  // Of an axis of its own, where places are no whole numbers.
  void columnsCanBeNarrowerThanOne() {
    CurvePoints points;
    for (int i = 0; i < 100'000; ++i) points.push_back({i / 1e5, double(i)});
    const ColumnCurve whole = columnsOfPoints(points, std::nullopt, 1);
    QVERIFY(whole.columns.size() > 1000 && whole.columns.size() <= 2100);
    const ColumnCurve part = columnsOfPoints(points, XRange{0.5, 0.501}, 1e-9);
    QCOMPARE(part.columns.size(), 101);
  }

  void aSetReadsThemLikeAnyOther() {
    PlotScene scene({"r", "s"});
    scene.add("train/loss", {{1, 2}, {2, 4}}, "r");
    scene.add("eval/loss", {{1, 3}, {2, 8}}, "r");
    scene.add("train/loss", {{1, 1}}, "s");
    const CurveKey key{"r", nameOf("eval/loss - train/loss")}, missing{"s", key.metric};
    QCOMPARE(scene.curves.points(key), 4);
    QVERIFY(!scene.curves.has(missing));
    QObject plot;
    scene.curves.want(&plot, {{key, std::nullopt, 100}, {missing, std::nullopt, 100}});
    scene.settle();
    QVERIFY(scene.curves.whole(key));
    QCOMPARE(scene.curves.whole(key)->whole.highest.y, 4.0);
    QVERIFY(!scene.curves.whole(missing));
    // What it is calculated from grows.
    scene.add("train/loss", {{3, 5}}, "r");
    scene.add("eval/loss", {{3, 25}}, "r");
    QCOMPARE(scene.curves.whole(key)->whole.highest.y, 20.0);
    const auto all = scene.source.everyPoint()(key);
    QVERIFY(all);
    QCOMPARE(all->size(), 3u);
    QCOMPARE(all->back().y, 20.0);
  }

  void anErrorOfTheStoreIsPassedOn() {
    DerivedCurves curves(
        {[](const CurveKey&) -> Result<CurvePoints> { return make_error("store.unreadable", {}); },
         [](const QString&) { return StepTable(); }});
    const auto points = curves.points({"r", nameOf("train/loss * 2")});
    QVERIFY(!points);
    QCOMPARE(points.error().code, std::string("store.unreadable"));
    QVERIFY(!curves.answer({{"r", nameOf("train/loss * 2")}, nullptr, std::nullopt, 1}).curve);
  }

  // A part is cut from what is known, the whole calculated anew.
  void onlyTheWholeIsReadAgain() {
    int reads = 0;
    DerivedCurves curves({[&](const CurveKey&) -> Result<CurvePoints> {
                            ++reads;
                            return wave(100'000);
                          },
                          [](const QString&) { return StepTable(); }});
    const CurveKey key{"r", nameOf("train/loss * 2")};
    const CurveAnswer whole = curves.answer({key, nullptr, std::nullopt, 1});
    QCOMPARE(reads, 1);
    const CurveAnswer part = curves.answer({key, whole.curve, XRange{10, 20}, 1});
    QCOMPARE(reads, 1);
    QCOMPARE(part.curve->rewrites, whole.curve->rewrites);
    // Another curve of the same metric, and the same again.
    curves.answer({{"r", nameOf("train/loss * 3")}, nullptr, std::nullopt, 1});
    QCOMPARE(reads, 1);
    curves.setPoints("r", {{"train/loss", 100'000}, {"eval/loss", 3}});
    curves.answer({key, whole.curve, std::nullopt, 1});
    QCOMPARE(reads, 2);
    // Another metric has grown, then this one.
    curves.setPoints("r", {{"train/loss", 100'000}, {"eval/loss", 4}});
    curves.answer({key, whole.curve, std::nullopt, 1});
    QCOMPARE(reads, 2);
    curves.setPoints("r", {{"train/loss", 100'001}, {"eval/loss", 4}});
    const CurveAnswer again = curves.answer({key, whole.curve, std::nullopt, 1});
    QCOMPARE(reads, 3);
    QVERIFY(again.curve->rewrites != whole.curve->rewrites);
  }

  // A long curve is shown before its points are read; each part then is exact.
  void aLongCurveIsCoarseAtFirst() {
    int reads = 0;
    const CurvePoints points = wave(100'000);
    DerivedCurves curves({[&](const CurveKey&) -> Result<CurvePoints> {
                            ++reads;
                            return points;
                          },
                          [](const QString&) { return StepTable(); },
                          [&](const CurveKey&) -> Result<ColumnCurve> {
                            return columnsOfPoints(points, std::nullopt, 1);
                          }});
    const CurveKey key{"r", nameOf("train/loss * 2 - 1")};
    const CurveAnswer whole = curves.answer({key, nullptr, std::nullopt, 1});
    QCOMPARE(reads, 0);
    QVERIFY(!whole.curve->isExact());
    QCOMPARE(whole.curve->whole.highest.y, 99.0);
    QCOMPARE(whole.curve->finest, 1.0);
    // Columns are no narrower than those of what they are made of, or nobody would ask for parts.
    const ColumnCurve few = columnsOfPoints(wave(600), std::nullopt, 1, 32);
    QVERIFY(!few.isExact());
    QCOMPARE(few.width, 32.0);
    QCOMPARE(few.columns.size(), 19);
    const CurveAnswer part = curves.answer({key, whole.curve, XRange{54'300, 54'400}, 1});
    QCOMPARE(reads, 1);
    QVERIFY(part.curve->isExact());
    QCOMPARE(part.curve->columns.size(), 101);
    // Where a value depends on those before it, some of the points are not enough.
    curves.answer({{"s", nameOf("delta(train/loss)")}, nullptr, std::nullopt, 1});
    QCOMPARE(reads, 2);
  }

  // A name from elsewhere that looks like one: nothing is shown, and nothing breaks.
  void whatIsNoExpressionHasNoPoints() {
    const QString name = QChar(0x1f) + QString("((");
    QVERIFY(reportedMetrics(name).isEmpty());
    PlotScene scene;
    scene.add("a", {{1, 1}});
    QVERIFY(!scene.curves.has({"r", name}));
    DerivedCurves curves({[](const CurveKey&) -> Result<CurvePoints> { return CurvePoints(); },
                          [](const QString&) { return StepTable(); }});
    QVERIFY((*curves.points({"r", name}))->empty());
  }

  void panelsAreResolvedWithTheMetricsThereAre() {
    OwnPanel own;
    own.expressions = {"eval/loss", "eval/los", " ", "train/loss * 2"};
    PanelMetrics panel = resolvePanel(own, 3, shownMetrics);
    QCOMPARE(panel.section, PanelMetrics::Section::own);
    QCOMPARE(panel.metrics, QStringList({"eval/loss", nameOf("train/loss*2")}));
    QCOMPARE(panel.title, "eval/loss");
    QVERIFY(panel.problem.contains("“eval/los”"));
    QCOMPARE(panel.index, 3);
    own.isLogX = true;
    own.name = "Mine";
    panel = resolvePanel(own, 0, shownMetrics);
    QCOMPARE(panel.metrics.first(), nameOf("eval/loss", "log10(step)"));
    QCOMPARE(panel.title, "Mine");
    own.expressions = {"gone"};
    own.name.clear();
    QVERIFY(resolvePanel(own, 0, shownMetrics).metrics.isEmpty());
    QCOMPARE(resolvePanel(own, 0, shownMetrics).title, "gone");
  }
};

TRAINYARD_TEST(DerivedCurveTest);
#include "derived_curve_test.moc"
