// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/segmented_control.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyleOption>
#include <algorithm>

#include "gui/look/accessible.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/style_parts.h"
#include "gui/look/type.h"

namespace trainyard::look {
namespace {

constexpr double wellInset = 2, partPadding = 10, partMark = 13, partMarkGap = 5;

}  // namespace

SegmentedControl::SegmentedControl(const QStringList& names) : m_names(names) {
  setFocusPolicy(Qt::TabFocus);
  setMouseTracking(true);
  setFont(look::font(Role::helpName));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAccessibleRole(this, QAccessible::RadioButton, [this] { return m_names.value(m_current); });
  describe();
}

void SegmentedControl::setCurrent(int part) {
  if (part == m_current || part < 0 || part >= m_names.size()) return;
  m_current = part;
  describe();
  update();
  emit currentChanged(part);
}

void SegmentedControl::setNames(const QStringList& names) {
  m_names = names;
  m_current = std::clamp(m_current, 0, std::max(0, static_cast<int>(names.size()) - 1));
  describe();
  updateGeometry();
  update();
}

void SegmentedControl::setMarks(const QStringList& icons) {
  m_marks = icons;
  updateGeometry();
  update();
}

double SegmentedControl::markWidth(int part) const {
  return m_marks.value(part).isEmpty() ? 0 : px(partMark) + px(partMarkGap);
}

void SegmentedControl::describe() { setAccessibleDescription(m_names.value(m_current)); }

QRectF SegmentedControl::partAt(int part) const {
  const double inset = px(wellInset);
  double left = inset;
  for (int i = 0; i < part; ++i)
    left += fontMetrics().horizontalAdvance(m_names[i]) + markWidth(i) + 2 * px(partPadding);
  return {left, inset,
          fontMetrics().horizontalAdvance(m_names[part]) + markWidth(part) + 2.0 * px(partPadding),
          px(toolHeight) - 2 * inset};
}

int SegmentedControl::partUnder(QPointF point) const {
  for (int part = 0; part < m_names.size(); ++part)
    if (const QRectF box = partAt(part); point.x() >= box.left() && point.x() < box.right())
      return part;
  return -1;
}

QSize SegmentedControl::sizeHint() const {
  if (m_names.isEmpty()) return {0, px(toolHeight)};
  const QRectF last = partAt(static_cast<int>(m_names.size()) - 1);
  return {static_cast<int>(last.right()) + px(wellInset), px(toolHeight)};
}

void SegmentedControl::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  QStyleOption option;
  option.initFrom(this);
  paintBox(painter, QRectF({0, 0}, QSizeF(sizeHint())), px(controlRadius), t.sunken);
  for (int part = 0; part < m_names.size(); ++part) {
    const QRectF box = partAt(part);
    const bool isChosen = part == m_current;
    if (isChosen) {
      paintBox(painter, box.adjusted(-1, -1, 1, 1), px(smallRadius) + 1, t.raised, t.hairline);
      if (showsFocus(option)) paintFocus(painter, box, px(smallRadius), t.focus);
    }
    const bool isBright = isChosen || part == m_hovered;
    painter.setPen(!isEnabled() ? t.textOff : isBright ? t.text : t.text2);
    painter.drawText(box.adjusted(markWidth(part), 0, 0, 0), Qt::AlignCenter, m_names[part]);
    if (markWidth(part) > 0)
      paintIcon(painter,
                QRectF(box.left() + px(partPadding), box.top(), px(partMark), box.height()),
                px(partMark), m_marks[part], t.tone(Tone::waiting).word, stateStroke);
  }
}

void SegmentedControl::mousePressEvent(QMouseEvent* event) {
  const int part = partUnder(event->position());
  if (event->button() != Qt::LeftButton || part < 0) return;
  setCurrent(part);
  emit chosen(part);
}

void SegmentedControl::mouseMoveEvent(QMouseEvent* event) {
  m_hovered = partUnder(event->position());
  update();
}

void SegmentedControl::leaveEvent(QEvent* event) {
  m_hovered = -1;
  update();
  QWidget::leaveEvent(event);
}

void SegmentedControl::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  if (step == 0) return QWidget::keyPressEvent(event);
  setCurrent(std::clamp(m_current + step, 0, static_cast<int>(m_names.size()) - 1));
}

}  // namespace trainyard::look
