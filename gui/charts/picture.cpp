// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/picture.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/tokens.h"

namespace trainyard {

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
  setMinimumSize(240, 220);
  setMouseTracking(true);
}

void PictureView::setPicture(std::shared_ptr<const Picture> picture) {
  m_picture = std::move(picture);
  setAccessibleName(m_picture ? m_picture->title() : QString());
  update();
}

void PictureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), look::tokens(palette()).plot);
  if (m_picture) m_picture->draw(painter, rect(), palette(), font());
}

bool PictureView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString words = m_picture ? m_picture->words(help->pos(), rect(), font()) : QString();
  if (words.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), plainTip(words), this);
  return true;
}

QFont smallFont(QFont font) {
  font.setPointSizeF(std::max(7.0, font.pointSizeF() * 0.88));
  return font;
}

void drawHeading(QPainter& painter, const QRectF& room, const QString& heading,
                 const QPalette& palette, const QFont& font) {
  QFont bold = font;
  bold.setWeight(QFont::Medium);
  painter.setFont(bold);
  painter.setPen(palette.color(QPalette::WindowText));
  painter.drawText(QPointF(room.left() + 12, room.top() + 6 + painter.fontMetrics().ascent()),
                   painter.fontMetrics().elidedText(heading, Qt::ElideRight,
                                                    static_cast<int>(room.width()) - 20));
  painter.setFont(smallFont(font));
}

}  // namespace trainyard
