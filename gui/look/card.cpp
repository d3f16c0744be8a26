// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/card.h"

#include <QPainter>
#include <QVBoxLayout>

#include "gui/look/paint.h"
#include "gui/look/style_parts.h"
#include "gui/look/type.h"

namespace trainyard::look {
namespace {

constexpr double cardSide = 16, cardTop = 12, titleGap = 8;

}  // namespace

Card::Card(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_column(new QVBoxLayout(this)) {
  m_column->setSpacing(px(8));
  fitTitle();
}

void Card::setTitle(const QString& title) {
  m_title = title;
  fitTitle();
  update();
}

void Card::fitTitle() {
  const int above = m_title.isEmpty() ? 0 : lineHeight(Role::card) + px(titleGap);
  m_column->setContentsMargins(px(cardSide), px(cardTop) + above, px(cardSide), px(cardTop));
  setAccessibleName(m_title);
}

void Card::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  paintBox(painter, rect(), px(panelRadius), t.surface, t.hairline);
  if (m_title.isEmpty()) return;
  painter.setFont(look::font(Role::card));
  painter.setPen(t.text);
  const QRect line(px(cardSide), px(cardTop), width() - 2 * px(cardSide), lineHeight(Role::card));
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(m_title, Qt::ElideRight, line.width()));
}

}  // namespace trainyard::look
