// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/derived_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/contract/messages.h"
#include "gui/charts/expression_tokens.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// No name of a reported metric has control characters: the agent and the store refuse them.
constexpr QChar mark(0x1f), axisMark(0x1e);
constexpr std::size_t mostKeptPoints = 6'000'000;  // some 100 MB
constexpr double mostExact = 4096, mostColumns = 2048, mostRangeColumns = 8192;

struct Expressions {
  CurveExpression y;
  std::optional<CurveExpression> x;
};

std::optional<CurveExpression> parsed(const QString& canonical) {
  auto result = CurveExpression::parseCanonical(canonical);
  if (auto* expression = std::get_if<CurveExpression>(&result)) return std::move(*expression);
  return std::nullopt;
}

std::optional<Expressions> readExpressions(const QString& metric) {
  const qsizetype axis = metric.indexOf(axisMark);
  auto y = parsed(axis < 0 ? metric.mid(1) : metric.mid(1, axis - 1));
  if (!y) return std::nullopt;
  if (axis < 0) return Expressions{*std::move(y), std::nullopt};
  auto x = parsed(metric.mid(axis + 1));
  if (!x) return std::nullopt;
  return Expressions{*std::move(y), std::move(x)};
}

using ExpressionsPtr = std::shared_ptr<const Expressions>;

// Plots ask for the same names at every frame. Null: it is none.
ExpressionsPtr expressionsOf(const QString& metric) {
  constexpr qsizetype mostKnown = 4096;
  static thread_local QHash<QString, ExpressionsPtr> known;
  const auto found = known.constFind(metric);
  if (found != known.constEnd()) return *found;
  if (known.size() >= mostKnown) known.clear();
  auto read = readExpressions(metric);
  ExpressionsPtr expressions =
      read ? std::make_shared<const Expressions>(*std::move(read)) : nullptr;
  known.insert(metric, expressions);
  return expressions;
}

// The outermost parentheses of an operation are for whoever reads it again.
QString withoutOuter(const QString& canonical) {
  return canonical.startsWith(u'(') && canonical.endsWith(u')') ? canonical.sliced(1).chopped(1)
                                                                : canonical;
}

QString shownText(const QString& canonical) {
  QString text;
  bool isOperand = false;  // whether one stands before, so that a minus is a difference
  for (const ExpressionToken& token : expressionTokens(withoutOuter(canonical), nullptr)) {
    const QString word =
        token.kind == ExpressionToken::Kind::metric ? expressionName(token.text) : token.text;
    const bool isSymbol = token.kind == ExpressionToken::Kind::symbol;
    const bool isBinary = isSymbol && isOperand && word != u"(" && word != u")" && word != u",";
    text += isBinary ? u' ' + word + u' ' : word == u"," ? u", "_s : word;
    isOperand = !isSymbol || word == u")";
  }
  return text.trimmed();
}

// The smallest distance between two points, so that columns are no narrower than what they hold.
double finestDistance(const CurvePoints& points) {
  double finest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].x > points[i - 1].x) finest = std::min(finest, points[i].x - points[i - 1].x);
  return std::isfinite(finest) ? finest : 1;
}

std::optional<CurveSpot> spotOf(const CurvePoint& point) { return CurveSpot{point.x, point.y}; }

}  // namespace

QString derivedMetric(const CurveExpression& y, const CurveExpression* x) {
  if (!x && y.isMetric()) return y.metrics().first();
  QString name = mark + y.canonical();
  if (x) name += axisMark + x->canonical();
  return name;
}

bool isDerived(const QString& metric) { return metric.startsWith(mark); }
bool hasOwnPlaces(const QString& metric) { return isDerived(metric) && metric.contains(axisMark); }

QString derivedText(const QString& metric) {
  if (!isDerived(metric)) return metric;
  const qsizetype axis = metric.indexOf(axisMark);
  return shownText(axis < 0 ? metric.mid(1) : metric.mid(1, axis - 1));
}

QStringList reportedMetrics(const QString& metric) {
  if (!isDerived(metric)) return {metric};
  const auto expressions = expressionsOf(metric);
  if (!expressions) return {};
  QStringList all = expressions->y.metrics();
  if (expressions->x)
    for (const QString& name : expressions->x->metrics())
      if (!all.contains(name)) all << name;
  return all;
}

CurvePointsPtr DerivedCurves::kept(const CurveKey& key) {
  const auto found = std::ranges::find_if(m_kept, [&](const Kept& one) { return one.key == key; });
  if (found == m_kept.end()) return nullptr;
  m_kept.splice(m_kept.begin(), m_kept, found);
  return m_kept.front().points;
}

void DerivedCurves::keep(const CurveKey& key, CurvePointsPtr points) {
  m_kept.remove_if([&](const Kept& one) { return one.key == key; });
  m_kept.push_front({key, std::move(points)});
  std::size_t all = 0;
  for (auto one = m_kept.begin(); one != m_kept.end(); ++one) {
    all += one->points->size();
    if (all <= mostKeptPoints || one == m_kept.begin()) continue;
    m_kept.erase(one, m_kept.end());
    return;
  }
}

void DerivedCurves::setPoints(const QString& run, const QList<CurvesOfRun::Metric>& metrics) {
  QHash<QString, qint64> now;
  for (const CurvesOfRun::Metric& metric : metrics) now.insert(metric.name, metric.points);
  const QHash<QString, qint64> before = std::exchange(m_points[run], now);
  m_kept.remove_if([&](const Kept& one) {
    return one.key.run == run &&
           std::ranges::any_of(reportedMetrics(one.key.metric), [&](const QString& metric) {
             return before.value(metric) != now.value(metric);
           });
  });
}

Result<CurvePointsPtr> DerivedCurves::reported(const CurveKey& key) {
  if (auto known = kept(key)) return known;
  TRY(auto points, m_reading.points(key));
  auto shared = std::make_shared<const CurvePoints>(std::move(points));
  keep(key, shared);
  return CurvePointsPtr(shared);
}

Result<CurvePointsPtr> DerivedCurves::calculate(const CurveKey& key) {
  const auto expressions = expressionsOf(key.metric);
  if (!expressions) return std::make_shared<const CurvePoints>();
  std::optional<Error> error;
  std::optional<StepTable> steps;
  const ExpressionInput input{[&](const QString& metric) -> CurvePointsPtr {
                                auto points = reported({key.run, metric});
                                if (points) return *points;
                                error = points.error();
                                return nullptr;
                              },
                              [&]() -> const StepTable& {
                                if (!steps) steps = m_reading.steps(key.run);
                                return *steps;
                              }};
  const auto points = evaluate(expressions->y, expressions->x ? &*expressions->x : nullptr, input);
  if (error) return *error;
  return points ? points : std::make_shared<const CurvePoints>();
}

Result<CurvePointsPtr> DerivedCurves::points(const CurveKey& key) {
  if (auto known = kept(key)) return known;
  TRY(auto points, calculate(key));
  keep(key, points);
  return points;
}

// Nothing if each column has a point only, or the values are not those of single steps.
std::optional<ColumnCurve> DerivedCurves::coarse(const CurveKey& key) {
  const auto expressions = expressionsOf(key.metric);
  if (!m_reading.columns || !expressions || expressions->x || !isPointwise(expressions->y))
    return std::nullopt;
  double width = 0;
  bool isShort = false;
  std::optional<StepTable> steps;
  const ExpressionInput input{
      [&](const QString& metric) -> CurvePointsPtr {
        const auto columns = m_reading.columns({key.run, metric});
        isShort |= !columns || columns->isExact();
        if (isShort) return nullptr;
        width = std::max(width, columns->width);
        return std::make_shared<const CurvePoints>(pointsOf(*columns, columns->covered));
      },
      [&]() -> const StepTable& {
        if (!steps) steps = m_reading.steps(key.run);
        return *steps;
      }};
  const auto points = evaluate(expressions->y, nullptr, input);
  if (isShort || !points) return std::nullopt;
  return columnsOfPoints(*points, std::nullopt, 1, width);
}

CurveAnswer DerivedCurves::answer(const CurveRequest& request) {
  CurveAnswer answer{request.key, request.range.has_value(), nullptr};
  std::optional<ColumnCurve> curve;
  if (!request.range && !kept(request.key)) curve = coarse(request.key);
  if (!curve) {
    const auto all = points(request.key);
    if (!all) return answer;
    curve = columnsOfPoints(**all, request.range, request.width);
  }
  // Smoothing goes on from the whole only where that has not been calculated anew since.
  const int before = request.known ? request.known->rewrites : 0;
  curve->rewrites = request.range || !request.known ? before : before + 1;
  answer.curve = std::make_shared<const ColumnCurve>(*std::move(curve));
  return answer;
}

CurveSource::EveryPoint everyPointWithDerived(DerivedCurves::Reading reading) {
  return [reading = std::move(reading)](const CurveKey& key) -> Result<CurvePoints> {
    if (!isDerived(key.metric)) return reading.points(key);
    TRY(const auto points, DerivedCurves(reading).points(key));
    return *points;
  };
}

ColumnCurve columnsOfPoints(const CurvePoints& points, std::optional<XRange> range, double width,
                            double leastWidth) {
  ColumnCurve curve;
  if (points.empty()) return curve;
  const auto count = static_cast<double>(points.size());
  const double low = points.front().x, high = points.back().x;
  const bool isWide = count > mostExact || leastWidth > 0;
  curve.finest = finestDistance(points);
  curve.origin = low;
  curve.width = curve.finest;
  auto begin = points.begin(), end = points.end();
  if (range) {
    begin = std::ranges::lower_bound(points, range->low, {}, &CurvePoint::x);
    end = std::ranges::upper_bound(points, range->high, {}, &CurvePoint::x);
    if (begin != points.begin()) curve.before = spotOf(*std::prev(begin));
    if (end != points.end()) curve.after = spotOf(*end);
    curve.width = std::max({curve.finest, width, (range->high - range->low) / mostRangeColumns});
    curve.origin = low + std::floor((range->low - low) / curve.width) * curve.width;
  } else if (isWide) {
    curve.width = std::max({curve.finest, (high - low) / mostColumns, leastWidth});
  }
  double column = -1;
  for (const CurvePoint& point : points) curve.whole.add({point.x, point.y}, false);
  for (auto point = begin; point < end; ++point) {
    const double at =
        range || isWide ? curve.columnOf(point->x) : static_cast<double>(point - points.begin());
    if (curve.columns.isEmpty() || at != column) curve.columns.append(CurveBlock());
    column = at;
    curve.columns.last().add({point->x, point->y}, false);
  }
  curve.covered = range ? *range : XRange{low, high};
  return curve;
}

}  // namespace trainyard
