// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/value_ruler.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/forms/value_parts.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double rulerWidth = 308, rulerHeight = 30, rulerSide = 8, rulerAxis = 10;
constexpr double rulerDot = 4.5, rulerDotEdge = 1.5, labelTop = 15, tickLength = 4;
constexpr double wideRatio = 20;  // between the largest and the smallest
constexpr double beyond = 0.53;   // of a decade, on both sides
constexpr int numLinearSteps = 4;

// 1, 2 or 5 times a power of ten, so that about `numLinearSteps` of them fill the range.
double roundStep(double span) {
  const double rough = span / numLinearSteps;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double share = rough / power;
  return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

RulerScale logarithmicScale(double low, double high) {
  RulerScale scale{true, std::log10(low) - beyond, std::log10(high) + beyond, {}};
  for (double power = std::ceil(scale.low); power <= scale.high; ++power)
    scale.ticks << std::pow(10, power);
  return scale;
}

RulerScale linearScale(double low, double high) {
  const double span = high > low ? high - low : std::max(std::abs(high), 1.0);
  RulerScale scale{false, low - span / 8, high + span / 8, {}};
  const double step = roundStep(scale.high - scale.low);
  for (double tick = std::ceil(scale.low / step); tick * step <= scale.high; ++tick)
    scale.ticks << tick * step;
  return scale;
}

}  // namespace

double RulerScale::shareOf(double value) const {
  return ((isLogarithmic ? std::log10(value) : value) - low) / (high - low);
}

RulerScale rulerScaleOf(const QList<double>& values, bool prefersLogarithm) {
  if (values.isEmpty()) return {};
  const auto [low, high] = std::ranges::minmax(values);
  const bool isLogarithmic = low > 0 && (prefersLogarithm || high / low >= wideRatio);
  return isLogarithmic ? logarithmicScale(low, high) : linearScale(low, high);
}

ValueRuler::ValueRuler(bool prefersLogarithm) : m_prefersLogarithm(prefersLogarithm) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMaximumWidth(px(rulerWidth));
}

void ValueRuler::setValues(const QList<double>& values) {
  if (values == m_values) return;
  m_values = values;
  update();
}

QSize ValueRuler::sizeHint() const { return {px(rulerWidth), px(rulerHeight)}; }

void ValueRuler::paintEvent(QPaintEvent*) {
  const look::Tokens& now = look::tokens(palette());
  QPainter painter(this);
  const RulerScale scale = rulerScaleOf(m_values, m_prefersLogarithm);
  const double left = px(rulerSide), width = this->width() - 2.0 * left, y = px(rulerAxis);
  const auto xOf = [&](double value) { return left + width * scale.shareOf(value); };
  painter.fillRect(QRectF(left, y, width, 1), now.axis);
  double free = 0;  // left of it a label stands already
  for (const double tick : scale.ticks) {
    painter.fillRect(QRectF(std::round(xOf(tick)), y, 1, px(tickLength)), now.axis);
    const QString words = compactNumber(tick);
    const double room = QFontMetricsF(look::font(Role::caption)).horizontalAdvance(words) + 2;
    const double from = std::clamp(xOf(tick) - room / 2, 0.0, this->width() - room);
    if (from < free) continue;
    look::paintWords(painter, QRectF(from, px(labelTop), room, px(14)), words, Role::caption,
                     now.text3);
    free = from + room + px(6);
  }
  for (int i = 0; i < m_values.size(); ++i) {
    const QPointF at(xOf(m_values[i]), y + 0.5);
    const double outer = px(rulerDot) + rulerDotEdge / 2;
    const QRectF dot(at.x() - outer, at.y() - outer, 2 * outer, 2 * outer);
    look::paintBox(painter, dot, outer, look::curveColour(i, palette()), now.surface, rulerDotEdge);
  }
}

}  // namespace trainyard
