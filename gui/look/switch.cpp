// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/switch.h"

#include <QPainter>
#include <QStyleOption>
#include <QVariantAnimation>
#include <algorithm>

#include "gui/look/paint.h"
#include "gui/look/style_parts.h"
#include "gui/look/type.h"

namespace trainyard::look {
namespace {

constexpr int slideMilliseconds = 120;
constexpr double switchWidth = 28, switchHeight = 16, knobSize = 12, knobInset = 2, wordsGap = 8;

}  // namespace

Switch::Switch(QWidget* parent) : Switch(QString(), parent) {}

Switch::Switch(const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_slide(new QVariantAnimation(this)), m_place(0) {
  setText(text);
  setFont(look::font(Role::body));
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
  m_slide->setDuration(slideMilliseconds);
  m_slide->setEasingCurve(QEasingCurve::OutQuad);
  connect(m_slide, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    m_place = value.toDouble();
    update();
  });
  connect(this, &QAbstractButton::toggled, this, &Switch::slide);
}

// Before it is seen there is nothing to follow.
void Switch::slide(bool on) {
  m_slide->stop();
  if (!isVisible()) {
    m_place = on ? 1 : 0;
    return;
  }
  m_slide->setStartValue(m_place);
  m_slide->setEndValue(on ? 1.0 : 0.0);
  m_slide->start();
}

QSize Switch::sizeHint() const {
  const int words = text().isEmpty() ? 0 : px(wordsGap) + fontMetrics().horizontalAdvance(text());
  return {px(switchWidth) + words, std::max(px(20), fontMetrics().height())};
}

void Switch::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  QStyleOption option;
  option.initFrom(this);
  const QRectF track(0, (height() - px(switchHeight)) / 2, px(switchWidth), px(switchHeight));
  const QColor on = underMouse() ? t.accentHover : t.accent;
  const QColor ground = isEnabled() ? mixed(on, t.controlLine, m_place) : t.line;
  paintBox(painter, track, track.height() / 2, ground);
  const double left = knobInset + m_place * (px(switchWidth) - px(knobSize) - 2 * knobInset);
  const QRectF knob(left, track.center().y() - px(knobSize) / 2.0, px(knobSize), px(knobSize));
  paintBox(painter, knob, knob.width() / 2, t.onAccent);
  if (showsFocus(option))
    paintFocus(painter, track.adjusted(1, 1, -1, -1), track.height() / 2 - 1,
               isChecked() ? t.onAccent : t.focus, 1.5);
  if (text().isEmpty()) return;
  painter.setPen(isEnabled() ? t.text : t.textOff);
  painter.drawText(rect().adjusted(px(switchWidth) + px(wordsGap), 0, 0, 0),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic, text());
}

}  // namespace trainyard::look
