// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/mark_scroll_bar.h"

#include <QPainter>
#include <algorithm>

#include "gui/look/paint.h"

namespace trainyard {
namespace {

constexpr double markBarWidth = 14, leastMark = 2, markInset = 2;

}  // namespace

MarkScrollBar::MarkScrollBar() : QScrollBar(Qt::Vertical) {}

void MarkScrollBar::setMarks(QList<Mark> marks) {
  m_marks = std::move(marks);
  update();
}

QSize MarkScrollBar::sizeHint() const {
  const QSize own = QScrollBar::sizeHint();
  return {std::max(own.width(), look::px(markBarWidth)), own.height()};
}

void MarkScrollBar::paintEvent(QPaintEvent* event) {
  QScrollBar::paintEvent(event);
  const look::Tokens& tokens = look::tokens(palette());
  QPainter painter(this);
  look::paintEdge(painter, rect(), Qt::LeftEdge, tokens.hairline);
  const double least = look::px(leastMark), inset = look::px(markInset);
  for (const Mark& mark : m_marks) {
    const double top = std::min(mark.from * height(), height() - least);
    painter.fillRect(
        QRectF(inset, top, width() - 2 * inset, std::max(least, (mark.to - mark.from) * height())),
        tokens.tone(mark.tone).word);
  }
}

}  // namespace trainyard
