// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_expression.h"

#include <QRandomGenerator>
#include <QTest>

#include "gui/charts/expression_tokens.h"
#include "tests/qt_tests.h"

using namespace trainyard;

namespace {

const QStringList metricsToName{"train/loss", "eval/loss",    "loss",      "a",          "b",
                                "a/b",        "recall@5",     "grad-norm", "5m/load",    "log",
                                "x`y",        "norm (total)", "eval",      "layer.0/w:0"};

QString read(const QString& text, bool isAxis = false) {
  const auto parsed = CurveExpression::parse(text, metricsToName, isAxis);
  if (const auto* error = std::get_if<ExpressionError>(&parsed))
    return QString("%1: %2").arg(error->at).arg(error->sentence);
  return std::get<CurveExpression>(parsed).canonical();
}

}  // namespace

class CurveExpressionTest : public QObject {
  Q_OBJECT
 private slots:
  void expressionsAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("canonical");
    const std::pair<const char*, const char*> rows[] = {
        {"eval/loss", "`eval/loss`"},
        {"  eval/loss-train/loss ", "(`eval/loss` - `train/loss`)"},
        {"eval/loss - ema(train/loss, 0.9)", "(`eval/loss` - ema(`train/loss`, 0.9))"},
        // A metric of this name is no quotient; spaces, parentheses and other names make one.
        {"a/b", "`a/b`"},
        {"a / b", "(`a` / `b`)"},
        {"(a)/(b)", "(`a` / `b`)"},
        {"b/a", "(`b` / `a`)"},
        {"a/loss", "(`a` / `loss`)"},
        {"eval/loss/2", "(`eval/loss` / 2)"},
        {"recall@5 * 100", "(`recall@5` * 100)"},
        {"grad-norm", "`grad-norm`"},
        {"5m/load", "`5m/load`"},
        {"5 + a", "(5 + `a`)"},
        {"`x``y` + `norm (total)`", "(`x``y` + `norm (total)`)"},
        {"log(loss)", "log(`loss`)"},
        {"log + 1", "(`log` + 1)"},
        {"log (log)", "log(`log`)"},
        {"layer.0/w:0", "`layer.0/w:0`"},
        // As in Python.
        {"-a^2", "(-(`a` ^ 2))"},
        {"2^-a", "(2 ^ (-`a`))"},
        {"a^b^2", "(`a` ^ (`b` ^ 2))"},
        {"a-b-loss", "((`a` - `b`) - `loss`)"},
        {"a+b*loss", "(`a` + (`b` * `loss`))"},
        {"a*1e-3", "(`a` * 0.001)"},
        {"a*.5", "(`a` * 0.5)"},
        {"loss*tokens/time", "((`loss` * tokens) / time)"},
        {"min(a, b)", "min(`a`, `b`)"},
        {"max(a)", "max(`a`)"},
        {"mean(a, 10)", "mean(`a`, 10)"},
        {"rate(a)", "rate(`a`)"}};
    for (const auto& [text, canonical] : rows)
      QTest::newRow(text) << QString(text) << QString(canonical);
  }
  // And what is written of it is read as the same again.
  void expressionsAreRead() {
    QFETCH(QString, text);
    QFETCH(QString, canonical);
    QCOMPARE(read(text), canonical);
    const auto again = CurveExpression::parseCanonical(canonical);
    QVERIFY(std::holds_alternative<CurveExpression>(again));
    QCOMPARE(std::get<CurveExpression>(again).canonical(), canonical);
  }

  void whatCannotBeReadIsNamedWithItsPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    const std::pair<const char*, const char*> rows[] = {
        {"", "0: Name a metric, or an expression."},
        {"   ", "0: Name a metric, or an expression."},
        {"eval/los", "0: No run that is shown has “eval/los”. Is “eval/loss” meant?"},
        {"a + gradnorm", "4: No run that is shown has “gradnorm”. Is “grad-norm” meant?"},
        {"a + stepp", "4: No run that is shown has “stepp”. Is “step” meant?"},
        {"a +", "3: The expression ends too early."},
        {"(a", "2: The expression ends too early."},
        {"a)", "1: “)” does not fit here."},
        {"a b", "2: “b” does not fit here."},
        {"a $ b", "2: “$” does not fit here."},
        {"`a", "0: A backquote is missing at the end of the name."},
        {"ema(a)", "0: It is used as ema(series, weight)."},
        {"a + log(a, b)", "4: It is used as log(series)."},
        {"emma(a, 1)", "0: There is no function “emma”. Is “ema” meant?"},
        {"1 + 2", "0: The expression names no metric."},
        {"step", "0: The expression names no metric."},
        {"a + ()", "5: “)” does not fit here."}};
    for (const auto& [text, error] : rows) QTest::newRow(text) << QString(text) << QString(error);
  }
  void whatCannotBeReadIsNamedWithItsPlace() {
    QFETCH(QString, text);
    QTEST(read(text), "error");
  }

  void anAxisNeedsNoMetric() {
    QCOMPARE(read("log10(step)", true), "log10(step)");
    QCOMPARE(read("time / 3600", true), "(time / 3600)");
  }

  void metricsAreNamedOnce() {
    const auto parsed = CurveExpression::parse("a + b * a - log(b)", metricsToName);
    const auto& expression = std::get<CurveExpression>(parsed);
    QCOMPARE(expression.metrics(), QStringList({"a", "b"}));
    QVERIFY(!expression.isMetric());
    QVERIFY(std::get<CurveExpression>(CurveExpression::parse("(a)", metricsToName)).isMetric());
  }

  void namesAreQuotedWhereTheyMustBe() {
    for (const QString& metric : metricsToName) {
      const auto parsed = CurveExpression::parse(expressionName(metric), {metric});
      QVERIFY2(std::holds_alternative<CurveExpression>(parsed), qPrintable(metric));
      QCOMPARE(std::get<CurveExpression>(parsed).metrics(), QStringList{metric});
    }
    QCOMPARE(expressionName("train/loss"), "train/loss");
    QCOMPARE(expressionName("step"), "`step`");
    QCOMPARE(expressionName("a b"), "`a b`");
  }

  // Whatever is typed, it is an expression or one sentence, in bounded depth.
  void anyTextIsReadOrRefused() {
    QRandomGenerator random(3);
    const QString alphabet("ab/()+-*^,`. 1e\u00e9@log(");
    for (int i = 0; i < 20000; ++i) {
      QString text;
      const int size = random.bounded(40);
      for (int j = 0; j < size; ++j) text += alphabet[random.bounded(int(alphabet.size()))];
      const auto parsed = CurveExpression::parse(text, metricsToName);
      if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
        QVERIFY2(!error->sentence.isEmpty() && error->at >= 0 && error->at <= text.size(),
                 qPrintable(text));
        continue;
      }
      const QString canonical = std::get<CurveExpression>(parsed).canonical();
      const auto again = CurveExpression::parseCanonical(canonical);
      QVERIFY2(std::holds_alternative<CurveExpression>(again), qPrintable(text));
      QCOMPARE(std::get<CurveExpression>(again).canonical(), canonical);
    }
    QVERIFY(read(QString(1500, '(')).contains("too many parentheses"));
    QVERIFY(read(QString(1500, '-') + "a").contains("too many parentheses"));
    QVERIFY(read("a" + QString("+a").repeated(900)).contains("too many operations"));
    QVERIFY(read(QString(3000, 'a')).contains("2000 characters") ||
            read(QString(3000, 'a')).contains("2,000 characters"));
    QCOMPARE(read("a" + QString("+a").repeated(150)).count("+"), 150);
  }
};

TRAINYARD_TEST(CurveExpressionTest);
#include "curve_expression_test.moc"
