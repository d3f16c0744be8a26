// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/pill.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace trainyard::look {

Pill::Pill(const PillText& text, QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  setState(text);
}

void Pill::setState(const PillText& text) {
  m_text = text;
  setAccessibleName(text.words);
  updateGeometry();
  update();
}

QSize Pill::sizeHint() const {
  return {static_cast<int>(std::ceil(pillWidth(m_text))), static_cast<int>(pillHeight())};
}

void Pill::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double width = std::min<double>(this->width(), pillWidth(m_text));
  paintPill(painter, QRectF(0, 0, width, pillHeight()), m_text, tokens(palette()));
}

}  // namespace trainyard::look
