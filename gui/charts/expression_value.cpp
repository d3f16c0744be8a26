// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/expression_value.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "gui/charts/series_functions.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using Node = ExpressionNode;
using NodeKind = ExpressionNode::Kind;
using Value = std::variant<double, CurvePoints>;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double operate(NodeKind kind, double left, double right) {
  switch (kind) {
    case NodeKind::add:
      return left + right;
    case NodeKind::subtract:
      return left - right;
    case NodeKind::multiply:
      return left * right;
    case NodeKind::divide:
      return left / right;
    default:
      return std::pow(left, right);
  }
}

// A gap in either is a gap.
double lesser(double a, double b) { return std::isnan(b) || b < a ? b : a; }
double larger(double a, double b) { return std::isnan(b) || b > a ? b : a; }

double applied(const QString& name, double value) {
  if (name == u"abs") return std::abs(value);
  if (name == u"exp") return std::exp(value);
  if (name == u"log") return std::log(value);
  if (name == u"log10") return std::log10(value);
  if (name == u"log2") return std::log2(value);
  return std::sqrt(value);
}

bool isOfOneValue(const QString& name) {
  static const QStringList names{u"abs"_s, u"exp"_s, u"log"_s, u"log10"_s, u"log2"_s, u"sqrt"_s};
  return names.contains(name);
}

double summarized(const QString& name, const CurvePoints& points) {
  if (name == u"first") return series::first(points);
  if (name == u"last") return series::last(points);
  if (name == u"min") return series::least(points);
  if (name == u"max") return series::greatest(points);
  if (name == u"mean") return series::mean(points);
  return series::deviation(points);
}

// Evaluates with variables at given places.
class Evaluation {
 public:
  Evaluation(const ExpressionInput& input, const CurvePoints& places)
      : m_input(input), m_places(places) {}

  Value value(const Node& node) const {
    switch (node.kind) {
      case NodeKind::number:
        return node.number;
      case NodeKind::metric:
        return *m_input.points(node.name);
      case NodeKind::variable:
        return variable(node.along);
      case NodeKind::negate:
        return mapped(value(node.operands[0]), [](double y) { return -y; });
      case NodeKind::call:
        return called(node);
      default:
        return combined(value(node.operands[0]), value(node.operands[1]),
                        [&](double a, double b) { return operate(node.kind, a, b); });
    }
  }

 private:
  template <class Function>
  static Value mapped(Value value, const Function& function) {
    if (double* number = std::get_if<double>(&value)) return function(*number);
    series::apply(std::get<CurvePoints>(value), function);
    return value;
  }

  template <class Function>
  static Value combined(Value left, Value right, const Function& function) {
    double* a = std::get_if<double>(&left);
    double* b = std::get_if<double>(&right);
    if (a && b) return function(*a, *b);
    if (b) return mapped(std::move(left), [&](double y) { return function(y, *b); });
    if (a) return mapped(std::move(right), [&](double y) { return function(*a, y); });
    auto &one = std::get<CurvePoints>(left), &other = std::get<CurvePoints>(right);
    series::align(one, other);
    for (std::size_t i = 0; i < one.size(); ++i) one[i].y = function(one[i].y, other[i].y);
    return left;
  }

  Value variable(Along along) const {
    CurvePoints points = m_places;
    for (CurvePoint& point : points)
      point.y = along == Along::steps ? point.x
                : m_input.steps       ? m_input.steps().placeOf(along, point.x)
                                      : none;
    return points;
  }

  Value called(const Node& node) const {
    const QString& name = node.name;
    Value first = value(node.operands[0]);
    if (isOfOneValue(name))
      return mapped(std::move(first), [&](double y) { return applied(name, y); });
    if (node.operands.size() == 2) return calledWithTwo(name, std::move(first), node.operands[1]);
    CurvePoints* points = std::get_if<CurvePoints>(&first);
    // A number is a curve of one value.
    if (!points) return name == u"delta" || name == u"rate" || name == u"std" ? Value(0.0) : first;
    if (name == u"cumsum")
      series::cumulate(*points, [](double a, double b) { return a + b; });
    else if (name == u"cummin")
      series::cumulate(*points, lesser);
    else if (name == u"cummax")
      series::cumulate(*points, larger);
    else if (name == u"delta")
      series::difference(*points);
    else if (name == u"rate")
      series::rate(*points, m_input.steps ? m_input.steps() : StepTable());
    else
      return summarized(name, *points);
    return first;
  }

  // min, max, ema, mean.
  Value calledWithTwo(const QString& name, Value first, const Node& operand) const {
    Value second = value(operand);
    if (name == u"min") return combined(std::move(first), std::move(second), lesser);
    if (name == u"max") return combined(std::move(first), std::move(second), larger);
    CurvePoints* points = std::get_if<CurvePoints>(&first);
    if (!points) return first;
    const double* number = std::get_if<double>(&second);
    const double parameter = number ? *number : series::last(std::get<CurvePoints>(second));
    if (!(parameter >= 0)) return Value(none);
    if (name == u"ema")
      series::exponentialAverage(*points, std::min(parameter, 1 - 1e-9));
    else
      series::averageOfLast(*points, parameter);
    return first;
  }

  const ExpressionInput& m_input;
  const CurvePoints& m_places;
};

// Those of the metric that has the fewest points; null if one has none.
CurvePointsPtr fewestPoints(const QStringList& metrics, const ExpressionInput& input) {
  CurvePointsPtr fewest;
  for (const QString& metric : metrics) {
    const CurvePointsPtr points = input.points(metric);
    if (!points || points->empty()) return nullptr;
    if (!fewest || points->size() < fewest->size()) fewest = points;
  }
  return fewest;
}

CurvePoints asPoints(Value value, const CurvePoints& places) {
  if (CurvePoints* points = std::get_if<CurvePoints>(&value)) return std::move(*points);
  const double number = std::get<double>(value);
  CurvePoints line{{places.front().x, number}};
  if (places.back().x > places.front().x) line.push_back({places.back().x, number});
  return line;
}

// The values of `y` at those of `x`.
CurvePoints across(CurvePoints y, CurvePoints x) {
  series::align(y, x);
  for (std::size_t i = 0; i < y.size(); ++i) y[i].x = x[i].y;
  std::erase_if(y, [](const CurvePoint& point) { return !std::isfinite(point.x); });
  std::ranges::stable_sort(y, {}, &CurvePoint::x);
  const auto firstKept =
      std::unique(y.rbegin(), y.rend(), [](const CurvePoint& a, const CurvePoint& b) {
        return a.x == b.x;
      }).base();
  y.erase(y.begin(), firstKept);
  return y;
}

}  // namespace

bool isPointwise(const CurveExpression& expression) {
  const std::function<bool(const Node&)> holds = [&](const Node& node) {
    static const QStringList ofCurve{u"first"_s, u"last"_s, u"min"_s, u"max"_s};
    const bool isKnown =
        node.kind != NodeKind::call || isOfOneValue(node.name) ||
        (ofCurve.contains(node.name) && node.operands.size() == 1) ||
        ((node.name == u"min" || node.name == u"max") && node.operands.size() == 2);
    return isKnown && std::ranges::all_of(node.operands, holds);
  };
  return holds(expression.root());
}

CurvePointsPtr evaluate(const CurveExpression& y, const CurveExpression* x,
                        const ExpressionInput& input) {
  const CurvePointsPtr places = fewestPoints(y.metrics(), input);
  if (!places || (x && !x->metrics().isEmpty() && !fewestPoints(x->metrics(), input)))
    return nullptr;
  CurvePoints points = asPoints(Evaluation(input, *places).value(y.root()), *places);
  if (x && !points.empty())
    points = across(points, asPoints(Evaluation(input, points).value(x->root()), points));
  for (CurvePoint& point : points)
    if (std::isinf(point.y)) point.y = none;
  return std::make_shared<const CurvePoints>(std::move(points));
}

}  // namespace trainyard
