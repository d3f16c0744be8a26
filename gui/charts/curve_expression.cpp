// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_expression.h"

#include <QHash>
#include <QLocale>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/contract/experiment/nearest.h"
#include "gui/charts/expression_tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using Node = ExpressionNode;
using NodeKind = ExpressionNode::Kind;
using Token = ExpressionToken;

constexpr qsizetype longestText = 2000;
// Of what a person writes; each parenthesis and operation is a call of what reads and evaluates it.
constexpr int deepest = 64, mostOperations = 200;

// The parser stops at the first error, which it keeps.
class Parser {
  Q_DECLARE_TR_FUNCTIONS(trainyard::CurveExpression)
 public:
  Parser(std::vector<Token> tokens, const QStringList* known)
      : m_tokens(std::move(tokens)), m_known(known) {}

  std::optional<Node> parse() {
    Node root = sum();
    if (!m_error && now().kind != Token::Kind::end) fail(unexpected());
    if (m_error) return std::nullopt;
    return root;
  }
  const ExpressionError& error() const { return *m_error; }

 private:
  const Token& now() const { return m_tokens[m_next]; }
  bool isSymbol(QChar symbol) const {
    return now().kind == Token::Kind::symbol && now().text == symbol;
  }
  bool accept(QChar symbol) {
    if (!isSymbol(symbol)) return false;
    ++m_next;
    return true;
  }
  void fail(const QString& sentence) {
    if (!m_error) m_error = ExpressionError{now().at, sentence};
    m_next = m_tokens.size() - 1;  // nothing more is read
  }
  QString unexpected() const {
    if (now().kind == Token::Kind::end) return tr("The expression ends too early.");
    if (now().kind == Token::Kind::unknown && now().text.startsWith(u'`'))
      return tr("A backquote is missing at the end of the name.");
    return tr("“%1” does not fit here.").arg(now().text.left(40));
  }

  // What canonical() wrote has a parenthesis for each operation, and is no longer than what it
  // read.
  void enter() {
    if (++m_depth > deepest && m_known) fail(tr("The expression has too many parentheses."));
  }

  Node binary(NodeKind kind, Node left, Node right) {
    if (++m_operations > mostOperations) fail(tr("The expression has too many operations."));
    Node node{kind, 0, {}, Along::steps, {}};
    node.operands.push_back(std::move(left));
    node.operands.push_back(std::move(right));
    return node;
  }

  Node sum() {
    enter();
    Node left = product();
    while (!m_error && (isSymbol(u'+') || isSymbol(u'-'))) {
      const NodeKind kind = accept(u'+') ? NodeKind::add : (accept(u'-'), NodeKind::subtract);
      left = binary(kind, std::move(left), product());
    }
    --m_depth;
    return left;
  }

  Node product() {
    Node left = factor();
    while (!m_error && (isSymbol(u'*') || isSymbol(u'/'))) {
      const NodeKind kind = accept(u'*') ? NodeKind::multiply : (accept(u'/'), NodeKind::divide);
      left = binary(kind, std::move(left), factor());
    }
    return left;
  }

  // As in Python: -a^2 is -(a^2), and 2^-a has a factor as its exponent.
  Node factor() {
    enter();
    Node node;
    if (accept(u'-')) {
      node.kind = NodeKind::negate;
      node.operands.push_back(factor());
    } else {
      node = primary();
      if (accept(u'^')) node = binary(NodeKind::power, std::move(node), factor());
    }
    --m_depth;
    return node;
  }

  Node primary() {
    const Token token = now();
    if (accept(u'(')) {
      Node inner = sum();
      if (!accept(u')')) fail(unexpected());
      return inner;
    }
    switch (token.kind) {
      case Token::Kind::number:
        ++m_next;
        return {NodeKind::number, token.number, {}, Along::steps, {}};
      case Token::Kind::metric:
        if (m_known && !m_known->contains(token.text)) return failUnknown(token);
        ++m_next;
        return {NodeKind::metric, 0, token.text, Along::steps, {}};
      case Token::Kind::name:
        return named(token);
      default:
        fail(unexpected());
        return {};
    }
  }

  Node named(const Token& token) {
    const Token& next = m_tokens[m_next + 1];
    const bool isCall = next.kind == Token::Kind::symbol && next.text == u"(";
    if (const auto* function = findExpressionFunction(token.text); function && isCall)
      return call(*function);
    const qsizetype variable = expressionVariables().indexOf(token.text);
    if (variable < 0) return isCall ? failUnknownFunction(token) : failUnknown(token);
    ++m_next;
    return {NodeKind::variable, 0, {}, static_cast<Along>(variable), {}};
  }

  Node call(const ExpressionFunction& function) {
    const qsizetype at = now().at;
    m_next += 2;
    Node node{NodeKind::call, 0, function.name, Along::steps, {}};
    node.operands.push_back(sum());
    while (!m_error && accept(u',')) node.operands.push_back(sum());
    if (!m_error && !accept(u')')) fail(unexpected());
    const auto count = static_cast<int>(node.operands.size());
    if (!m_error && (count < function.least || count > function.most))
      m_error = ExpressionError{at, tr("It is used as %1.").arg(function.signature)};
    return node;
  }

  Node failUnknown(const Token& token) {
    QStringList candidates = m_known ? *m_known : QStringList();
    candidates += expressionVariables();
    fail(withNearest(tr("No run that is shown has “%1”.").arg(token.text.left(80)), token.text,
                     candidates));
    return {};
  }
  Node failUnknownFunction(const Token& token) {
    QStringList names;
    for (const ExpressionFunction& function : expressionFunctions()) names << function.name;
    fail(withNearest(tr("There is no function “%1”.").arg(token.text.left(80)), token.text, names));
    return {};
  }
  static QString withNearest(const QString& sentence, const QString& word,
                             const QStringList& candidates) {
    std::vector<std::string> all;
    for (const QString& candidate : candidates) all.push_back(candidate.toStdString());
    const auto found = nearest(word.toStdString(), all);
    return found ? sentence + u' ' + tr("Is “%1” meant?").arg(QString::fromStdString(*found))
                 : sentence;
  }

  std::vector<Token> m_tokens;
  const QStringList* m_known;
  std::size_t m_next = 0;
  int m_depth = 0, m_operations = 0;
  std::optional<ExpressionError> m_error;
};

void collectMetrics(const Node& node, QStringList& metrics) {
  if (node.kind == NodeKind::metric && !metrics.contains(node.name)) metrics << node.name;
  for (const Node& operand : node.operands) collectMetrics(operand, metrics);
}

QString quoted(const QString& metric) {
  return u'`' + QString(metric).replace(u"`"_s, u"``"_s) + u'`';
}

QString textOf(const Node& node) {
  const auto operand = [&](std::size_t index) { return textOf(node.operands[index]); };
  switch (node.kind) {
    case NodeKind::number:
      return QString::number(node.number, 'g', QLocale::FloatingPointShortest);
    case NodeKind::metric:
      return quoted(node.name);
    case NodeKind::variable:
      return expressionVariables().at(static_cast<qsizetype>(node.along));
    case NodeKind::negate:
      return u"(-%1)"_s.arg(operand(0));
    case NodeKind::call: {
      QStringList arguments;
      for (const Node& argument : node.operands) arguments << textOf(argument);
      return u"%1(%2)"_s.arg(node.name, arguments.join(u", "_s));
    }
    default:
      break;
  }
  const QChar symbol = node.kind == NodeKind::add        ? u'+'
                       : node.kind == NodeKind::subtract ? u'-'
                       : node.kind == NodeKind::multiply ? u'*'
                       : node.kind == NodeKind::divide   ? u'/'
                                                         : u'^';
  return u'(' + operand(0) + u' ' + symbol + u' ' + operand(1) + u')';
}

}  // namespace

const std::vector<ExpressionFunction>& expressionFunctions() {
  static const std::vector<ExpressionFunction> functions{
      {u"abs"_s, 1, 1, u"abs(series)"_s},
      {u"cummax"_s, 1, 1, u"cummax(series)"_s},
      {u"cummin"_s, 1, 1, u"cummin(series)"_s},
      {u"cumsum"_s, 1, 1, u"cumsum(series)"_s},
      {u"delta"_s, 1, 1, u"delta(series)"_s},
      {u"ema"_s, 2, 2, u"ema(series, weight)"_s},
      {u"exp"_s, 1, 1, u"exp(series)"_s},
      {u"first"_s, 1, 1, u"first(series)"_s},
      {u"last"_s, 1, 1, u"last(series)"_s},
      {u"log"_s, 1, 1, u"log(series)"_s},
      {u"log10"_s, 1, 1, u"log10(series)"_s},
      {u"log2"_s, 1, 1, u"log2(series)"_s},
      {u"max"_s, 1, 2, u"max(series), max(a, b)"_s},
      {u"mean"_s, 1, 2, u"mean(series), mean(series, points)"_s},
      {u"min"_s, 1, 2, u"min(series), min(a, b)"_s},
      {u"rate"_s, 1, 1, u"rate(series)"_s},
      {u"sqrt"_s, 1, 1, u"sqrt(series)"_s},
      {u"std"_s, 1, 1, u"std(series)"_s}};
  return functions;
}

const ExpressionFunction* findExpressionFunction(const QString& name) {
  const auto& all = expressionFunctions();
  const auto found = std::ranges::find(all, name, &ExpressionFunction::name);
  return found == all.end() ? nullptr : &*found;
}

const QStringList& expressionVariables() {
  static const QStringList names{u"step"_s, u"tokens"_s, u"time"_s, u"epoch"_s};
  return names;
}

CurveExpression::Parsed CurveExpression::parse(const QString& text, const QStringList* known,
                                               bool isAxis) {
  if (text.trimmed().isEmpty()) return ExpressionError{0, tr("Name a metric, or an expression.")};
  if (known && text.size() > longestText)
    return ExpressionError{longestText, tr("The expression is longer than %n characters.", nullptr,
                                           static_cast<int>(longestText))};
  Parser parser(expressionTokens(text, known), known);
  auto root = parser.parse();
  if (!root) return parser.error();
  CurveExpression expression(*std::move(root));
  if (!isAxis && expression.metrics().isEmpty())
    return ExpressionError{0, tr("The expression names no metric.")};
  return expression;
}

CurveExpression::Parsed CurveExpression::parse(const QString& text, const QStringList& known,
                                               bool isAxis) {
  return parse(text, &known, isAxis);
}

CurveExpression::Parsed CurveExpression::parseCanonical(const QString& text) {
  return parse(text, nullptr, true);
}

QStringList CurveExpression::metrics() const {
  QStringList metrics;
  collectMetrics(*m_root, metrics);
  return metrics;
}

QString CurveExpression::canonical() const { return textOf(*m_root); }

QString expressionName(const QString& metric) {
  const bool isPlain = !metric.isEmpty() && (metric[0].isLetter() || metric[0] == u'_') &&
                       std::ranges::all_of(metric, isNameCharacter) &&
                       !expressionVariables().contains(metric);
  return isPlain ? metric : quoted(metric);
}

}  // namespace trainyard
