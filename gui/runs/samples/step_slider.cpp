// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/step_slider.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QLocale>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOption>
#include <algorithm>
#include <cmath>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/plain_label.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

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
  look::SmoothPainter painter(this);
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

StepBar::StepBar() : m_name(plainLabel(Role::body)) {
  column()->setContentsMargins(px(8), px(6), px(12), px(4));
  m_previous->setIcon(look::icon(u"chevron-left"_s));
  m_next->setIcon(look::icon(u"chevron-right"_s));
  m_step->setAlignment(Qt::AlignRight);
  m_step->setFixedWidth(m_step->fontMetrics().horizontalAdvance(u"0,000,000,000"_s) + px(20));
  m_name->setBuddy(m_step);
  look::setInk(m_name, [](const look::Tokens& t) { return t.text3; });
  auto* row = look::rowIn(nullptr, px(6));
  look::addAll(row, {m_previous, {m_slider, 1}, m_next, m_name, m_step});
  column()->addLayout(row);
  connect(m_slider, &QSlider::valueChanged, this, &StepBar::moved);
  connect(m_previous, &QToolButton::clicked, this, [this] { goTo(position() - 1); });
  connect(m_next, &QToolButton::clicked, this, [this] { goTo(position() + 1); });
  connect(m_step, &QLineEdit::returnPressed, this, [this] {
    bool isNumber = false;
    const qint64 step = QLocale().toLongLong(m_step->text().trimmed(), &isNumber);
    m_step->setModified(false);
    emit typed(isNumber ? std::optional(step) : std::nullopt);
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

void StepBar::retranslate() {
  m_slider->setAccessibleName(tr("Steps"));
  m_previous->setToolTip(tr("Previous step"));
  m_next->setToolTip(tr("Next step"));
  for (QToolButton* button : {m_previous, m_next}) button->setAccessibleName(button->toolTip());
  m_name->setText(tr("step"));
  m_step->setAccessibleName(tr("Go to a step"));
}

void StepBar::setSteps(const QList<double>& steps, qsizetype position) {
  const QSignalBlocker quiet(m_slider);
  m_slider->setSteps(steps);
  goTo(position);
}

void StepBar::showStep(std::optional<qint64> step) {
  const QString text = step ? QLocale().toString(*step) : QString();
  if (!m_step->hasFocus() || !m_step->isModified()) m_step->setText(text);
  m_slider->setAccessibleDescription(tr("step %1").arg(text));
  m_previous->setEnabled(position() > 0);
  m_next->setEnabled(position() < m_slider->maximum());
}

}  // namespace trainyard
