// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/expression_value.h"

#include <QHash>
#include <QTest>
#include <cmath>
#include <numbers>

#include "gui/charts/smoothing.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

const QHash<QString, CurvePoints> exampleCurves{
    {"a", {{1, 1}, {2, 2}, {3, 4}, {4, 8}}},
    {"b", {{1, 10}, {2, 20}, {3, 30}, {4, 40}}},
    // Every second step, and beyond the others.
    {"rare", {{2, 100}, {4, 200}, {6, 300}}},
    {"gap", {{1, 1}, {2, none}, {3, 3}, {4, std::numeric_limits<double>::infinity()}}},
    {"negative", {{1, -1}, {2, 0}, {3, 1}}},
    {"odd", {{1.5, 5}, {2.5, 7}}},
    {"empty", {}}};

const StepTable& exampleSteps() {
  static const StepTable table = [] {
    QList<StepPlace> places;
    for (int step = 1; step <= 6; ++step) {
      StepPlace place;
      place.step = step;
      place.time = 100 + 2.0 * step;
      place.tokens = 512.0 * step;
      place.epoch = step / 4.0;
      places << place;
    }
    return StepTable(places);
  }();
  return table;
}

CurvePointsPtr evaluated(const QString& y, const QString& x = {}) {
  const ExpressionInput input{[](const QString& metric) -> CurvePointsPtr {
                                const auto found = exampleCurves.find(metric);
                                if (found == exampleCurves.end()) return nullptr;
                                return std::make_shared<const CurvePoints>(*found);
                              },
                              exampleSteps};
  const auto parsed = CurveExpression::parse(y, exampleCurves.keys());
  if (std::holds_alternative<ExpressionError>(parsed))
    qFatal("%s", qPrintable(std::get<ExpressionError>(parsed).sentence));
  if (x.isEmpty()) return evaluate(std::get<CurveExpression>(parsed), nullptr, input);
  const auto axis = CurveExpression::parse(x, exampleCurves.keys(), true);
  return evaluate(std::get<CurveExpression>(parsed), &std::get<CurveExpression>(axis), input);
}

// "1:10 2:5", "-" for a gap.
QString textOfPoints(const CurvePointsPtr& points) {
  if (!points) return "nothing";
  QStringList out;
  for (const CurvePoint& point : *points)
    out << QString("%1:%2").arg(point.x).arg(
        std::isnan(point.y) ? QString("-") : QString::number(point.y, 'g', 6));
  return out.join(" ");
}

}  // namespace

class ExpressionValueTest : public QObject {
  Q_OBJECT
 private slots:
  void expressionsHaveTheValuesOfTheirPoints_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("values");
    const std::pair<const char*, const char*> rows[] = {
        {"a", "1:1 2:2 3:4 4:8"},
        {"a + b", "1:11 2:22 3:34 4:48"},
        {"b / a", "1:10 2:10 3:7.5 4:5"},
        {"1 - a", "1:0 2:-1 3:-3 4:-7"},
        {"-a", "1:-1 2:-2 3:-4 4:-8"},
        {"2^a", "1:2 2:4 3:16 4:256"},
        // At the steps of the one with fewer points, as far as both go.
        {"rare - b", "2:80 4:160"},
        {"b - rare", "2:-80 4:-160"},
        {"odd + a", "1.5:6.5 2.5:10"},
        // A gap stays one, and what is infinite is none.
        {"gap + 1", "1:2 2:- 3:4 4:-"},
        {"gap + a", "1:2 2:- 3:7 4:-"},
        {"log(negative)", "1:- 2:- 3:0"},
        {"1 / negative", "1:-1 2:- 3:1"},
        {"sqrt(negative)", "1:- 2:0 3:1"},
        {"abs(negative)", "1:1 2:0 3:1"},
        {"log2(a)", "1:0 2:1 3:2 4:3"},
        {"log10(b * 10)", "1:2 2:2.30103 3:2.47712 4:2.60206"},
        {"exp(a * 0)", "1:1 2:1 3:1 4:1"},
        {"delta(a)", "2:1 3:2 4:4"},
        {"delta(gap)", "2:- 3:2 4:-"},
        // Two seconds a step.
        {"rate(b)", "2:5 3:5 4:5"},
        {"cumsum(a)", "1:1 2:3 3:7 4:15"},
        {"cumsum(gap)", "1:1 2:- 3:4 4:-"},
        {"cummin(-a)", "1:-1 2:-2 3:-4 4:-8"},
        {"cummax(negative)", "1:-1 2:0 3:1"},
        {"mean(a, 2)", "1:1 2:1.5 3:3 4:6"},
        {"mean(gap, 2)", "1:1 2:- 3:2 4:-"},
        {"min(a, 3)", "1:1 2:2 3:3 4:3"},
        {"max(a, b / 5)", "1:2 2:4 3:6 4:8"},
        {"min(gap, b)", "1:1 2:- 3:3 4:40"},
        // Numbers are lines.
        {"max(a)", "1:8 4:8"},
        {"min(gap)", "1:1 4:1"},
        {"mean(b)", "1:25 4:25"},
        {"first(a)", "1:1 4:1"},
        {"last(gap)", "1:3 4:3"},
        {"std(b)", "1:12.9099 4:12.9099"},
        {"a / max(a)", "1:0.125 2:0.25 3:0.5 4:1"},
        {"a * step", "1:1 2:4 3:12 4:32"},
        {"rare / tokens", "2:0.0976563 4:0.0976563 6:0.0976563"},
        {"a * 0 + time", "1:0 2:2 3:4 4:6"},
        {"a * 0 + epoch", "1:0.25 2:0.5 3:0.75 4:1"},
        {"ema(a, 0)", "1:1 2:2 3:4 4:8"},
        {"ema(a * 0 + 3, 0.9)", "1:3 2:3 3:3 4:3"},
        {"empty + a", "nothing"}};
    for (const auto& [text, values] : rows) QTest::newRow(text) << QString(text) << QString(values);
  }
  void expressionsHaveTheValuesOfTheirPoints() {
    QFETCH(QString, text);
    QTEST(textOfPoints(evaluated(text)), "values");
  }

  void valuesStandAtThoseOfAnotherCurve_data() {
    QTest::addColumn<QString>("y");
    QTest::addColumn<QString>("x");
    QTest::addColumn<QString>("values");
    const std::tuple<const char*, const char*, const char*> rows[] = {
        {"b", "a", "1:10 2:20 4:30 8:40"},
        {"b", "-a", "-8:40 -4:30 -2:20 -1:10"},
        {"b", "tokens", "512:10 1024:20 1536:30 2048:40"},
        {"b", "log10(step * 10)", "1:10 1.30103:20 1.47712:30 1.60206:40"},
        {"b", "log10(step - 1)", "0:20 0.30103:30 0.477121:40"},
        {"b", "rare", "100:20 200:40"},
        // Of several at one place the last.
        {"b", "a * 0", "0:40"},
        {"b", "gap", "1:10 3:30"},
        {"b", "empty", "nothing"}};
    for (const auto& [y, x, values] : rows)
      QTest::addRow("%s by %s", y, x) << QString(y) << QString(x) << QString(values);
  }
  void valuesStandAtThoseOfAnotherCurve() {
    QFETCH(QString, y);
    QFETCH(QString, x);
    QTEST(textOfPoints(evaluated(y, x)), "values");
  }

  // The same as the slider of the plots, by its formula.
  void theMovingAverageIsThatOfThePlots() {
    const CurvePointsPtr smoothed = evaluated("ema(a, 0.6)");
    double last = 0, weight = 1;
    for (std::size_t i = 0; i < smoothed->size(); ++i) {
      last = 0.6 * last + 0.4 * exampleCurves["a"][i].y;
      weight *= 0.6;
      QVERIFY(std::abs((*smoothed)[i].y - last / (1 - weight)) < 1e-12);
    }
  }

  void aMillionPointsAreEvaluatedWithoutLosingSmallValues() {
    CurvePoints many;
    for (int i = 0; i < 1'000'000; ++i) many.push_back({double(i), i < 10 ? 1e12 : 1.0});
    const auto shared = std::make_shared<const CurvePoints>(std::move(many));
    const ExpressionInput input{[&](const QString&) { return shared; }, {}};
    const auto parsed = CurveExpression::parse("mean(m, 100) / 2", {"m"});
    const auto points = evaluate(std::get<CurveExpression>(parsed), nullptr, input);
    QCOMPARE(points->size(), 1'000'000u);
    QCOMPARE(points->back().y, 0.5);
  }
};

TRAINYARD_TEST(ExpressionValueTest);
#include "expression_value_test.moc"
