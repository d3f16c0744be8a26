// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/step_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double sliderHeight = 42, side = 14, axisAt = 14, track = 4;
constexpr double dot = 4, dotEdge = 1.5, handle = 9, handleEdge = 2.5;
constexpr double leastDistance = 7;  // of dots; those between are left out
constexpr int pixelsOfStepTick = 110;

}  // namespace

StepSlider::StepSlider() : QSlider(Qt::Horizontal) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setSingleStep(1);
  setRange(0, 0);
}

void StepSlider::setSteps(const QList<double>& steps) {
  m_steps = steps;
  setMaximum(std::max(0, static_cast<int>(steps.size()) - 1));
  update();
}

QSize StepSlider::sizeHint() const { return {px(260), px(sliderHeight)}; }
QSize StepSlider::minimumSizeHint() const { return {px(80), px(sliderHeight)}; }

double StepSlider::placeOf(double step) const {
  const double left = px(side), span = width() - 2.0 * px(side);
  const double steps = m_steps.isEmpty() ? 0 : m_steps.back() - m_steps.front();
  return steps > 0 ? left + span * (step - m_steps.front()) / steps : left + span / 2;
}

// Of several at the same step, the last, as where a name is chosen.
int StepSlider::nearestTo(double x) const {
  int nearest = maximum();
  for (int i = maximum() - 1; i >= 0 && i < m_steps.size(); --i)
    if (std::abs(placeOf(m_steps[i]) - x) < std::abs(placeOf(m_steps[nearest]) - x)) nearest = i;
  return nearest;
}

void StepSlider::paintTicks(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const double line = look::lineHeight(Role::caption);
  const QFontMetricsF metrics(look::font(Role::caption));
  for (const AxisTick& tick : linearTicks(m_steps.front(), m_steps.back(),
                                          std::clamp(width() / px(pixelsOfStepTick), 1, 8))) {
    if (tick.at != std::floor(tick.at)) continue;  // a step is whole
    const double room = metrics.horizontalAdvance(tick.text) + 2;
    const double from = std::clamp(placeOf(tick.at) - room / 2, 0.0, width() - room);
    look::paintWords(painter, QRectF(from, height() - line, room, line), tick.text, Role::caption,
                     now.text3, Qt::AlignHCenter);
  }
}

void StepSlider::paintEvent(QPaintEvent*) {
  const look::Tokens& now = look::tokens(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_steps.isEmpty()) return;
  const double y = px(axisAt), half = px(track) / 2.0;
  const double at = placeOf(m_steps.value(value(), m_steps.back()));
  const auto paintTrack = [&](double from, double to, const QColor& colour) {
    look::paintBox(painter, QRectF(from, y - half, to - from, 2 * half), half, colour);
  };
  paintTrack(placeOf(m_steps.front()), placeOf(m_steps.back()), now.press);
  paintTrack(placeOf(m_steps.front()), at, now.accent);
  double painted = -px(leastDistance);
  for (const double step : m_steps) {
    const double x = placeOf(step);
    if (x - painted < px(leastDistance)) continue;
    painted = x;
    const bool isBefore = x <= at;
    const double outer = px(dot) + dotEdge / 2;
    look::paintBox(painter, QRectF(x - outer, y - outer, 2 * outer, 2 * outer), outer,
                   isBefore ? now.accent : now.surface, isBefore ? now.surface : now.controlLine,
                   dotEdge);
  }
  const double outer = px(handle);
  const QRectF knob(at - outer, y - outer, 2 * outer, 2 * outer);
  look::paintBox(painter, knob, outer, now.raised, now.accent, handleEdge);
  look::paintBox(painter, QRectF(at - px(3), y - px(3), 2 * px(3), 2 * px(3)), px(3), now.accent);
  QStyleOption option;
  option.initFrom(this);
  if (hasFocus() && option.state.testFlag(QStyle::State_KeyboardFocusChange))
    look::paintFocus(painter, knob, outer, now.focus);
  paintTicks(painter);
}

void StepSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  setValue(nearestTo(event->position().x()));
}

void StepSlider::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown()) setValue(nearestTo(event->position().x()));
}

void StepSlider::mouseReleaseEvent(QMouseEvent*) { setSliderDown(false); }

// They go from name to name, which is not for the slider.
void StepSlider::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) return event->ignore();
  QSlider::keyPressEvent(event);
}

}  // namespace trainyard
