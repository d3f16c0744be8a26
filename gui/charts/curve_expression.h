// SPDX-License-Identifier: GPL-3.0-or-later
// What a person writes to see a curve that no program reports: "eval/loss - ema(train/loss, 0.9)".
// Metrics stand by their names, in backquotes where a name could be read otherwise; numbers, the
// operators + - * / ^, parentheses; step, tokens, time (in seconds) and epoch of a point; and the
// functions of `expressionFunctions`.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <memory>
#include <variant>
#include <vector>

#include "gui/charts/step_axis.h"

namespace trainyard {

struct ExpressionNode {
  enum class Kind {
    number,
    metric,
    variable,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    call
  };
  Kind kind = Kind::number;
  double number = 0;
  QString name;                // of a metric or a function
  Along along = Along::steps;  // of a variable
  std::vector<ExpressionNode> operands;
};

// Why a text is no expression, and where: an index into the text.
struct ExpressionError {
  qsizetype at = 0;
  QString sentence;
};

// `arguments`: how many it takes, the least and the most; `signature`: "ema(series, weight)".
struct ExpressionFunction {
  QString name;
  int least = 1, most = 1;
  QString signature;
};
const std::vector<ExpressionFunction>& expressionFunctions();
const ExpressionFunction* findExpressionFunction(const QString& name);
// "step", "tokens", "time", "epoch", in the order of Along.
const QStringList& expressionVariables();

class CurveExpression {
  Q_DECLARE_TR_FUNCTIONS(trainyard::CurveExpression)
 public:
  using Parsed = std::variant<CurveExpression, ExpressionError>;
  // `known`: the metrics that there are. What is no metric, variable or function is an error, which
  // names the nearest metric. Without a metric it is an error unless `isAxis`.
  static Parsed parse(const QString& text, const QStringList& known, bool isAxis = false);
  // What canonical() has written; any name in backquotes is a metric.
  static Parsed parseCanonical(const QString& text);

  const ExpressionNode& root() const { return *m_root; }
  // Without repetition, in the order in which they are named.
  QStringList metrics() const;
  // A metric alone.
  bool isMetric() const { return m_root->kind == ExpressionNode::Kind::metric; }
  // The same expression in one form, whatever the spaces, with each metric in backquotes.
  QString canonical() const;

 private:
  explicit CurveExpression(ExpressionNode root)
      : m_root(std::make_shared<const ExpressionNode>(std::move(root))) {}
  static Parsed parse(const QString& text, const QStringList* known, bool isAxis);

  std::shared_ptr<const ExpressionNode> m_root;
};

// A name as it can stand in an expression: as it is, or in backquotes where it has to be.
QString expressionName(const QString& metric);

}  // namespace trainyard
