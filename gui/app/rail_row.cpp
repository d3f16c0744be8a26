// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/rail_row.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard {

using look::px;
using look::Role;

RailRow::RailRow(Kind kind, const QString& icon) : m_kind(kind), m_icon(icon) {
  setFocusPolicy(Qt::StrongFocus);
  setCheckable(kind == Kind::place);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RailRow::setWords(const QString& words, const QString& key) {
  setText(words);
  m_key = key;
  setAccessibleName(words);
  setToolTip(plainTip(key.isEmpty() ? words : words + QStringLiteral(" (") + key + u')'));
}

void RailRow::setNote(const QString& note) {
  if (note == m_note) return;
  m_note = note;
  setAccessibleDescription(note);
  update();
}

void RailRow::setMark(const QString& icon, look::Tone tone) {
  m_icon = icon;
  m_tone = tone;
  update();
}

void RailRow::setFolded(bool isFolded) {
  m_isFolded = isFolded;
  updateGeometry();
  update();
}

QSize RailRow::sizeHint() const {
  return {px(m_isFolded ? 40 : 192), px(m_kind == Kind::place ? 32 : 28)};
}

void RailRow::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& tokens = look::tokens(palette());
  const QRectF box(rect());
  if (isChecked())
    look::paintBox(painter, box, px(6), tokens.surface, tokens.hairline);
  else if (underMouse() || isDown())
    look::paintBox(painter, box, px(6), isDown() ? tokens.press : tokens.hover);
  if (isChecked())  // at the window's edge would be outside of the row: inside of it
    look::paintBox(painter, QRectF(0, px(7), px(3), height() - 2 * px(7)), px(1), tokens.accent);
  if (m_hasKeyFocus) look::paintFocus(painter, box, px(6), tokens.focus);

  const bool isPlace = m_kind == Kind::place;
  const double size = px(isPlace ? 18 : 15);
  const QRectF room = m_isFolded ? box : QRectF(px(8), 0, size, height());
  const QColor words = isChecked() ? tokens.text : tokens.text2;
  look::paintIcon(painter, room, size, m_icon, m_tone ? tokens.tone(*m_tone).word : words);
  if (m_isFolded) return;
  QRectF line(px(8) + size + px(isPlace ? 10 : 8), 0, 0, height());
  painter.setFont(look::font(Role::helpName));
  const double noteWidth = m_note.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(m_note);
  const QRectF note(width() - px(8) - noteWidth, 0, noteWidth, height());
  painter.setPen(tokens.text3);
  painter.drawText(note, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, m_note);
  line.setRight((noteWidth > 0 ? note.left() : width()) - px(8));
  look::paintWords(painter, line, text(), isPlace ? Role::name : Role::help, words);
}

void RailRow::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void RailRow::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void RailRow::focusInEvent(QFocusEvent* event) {
  m_hasKeyFocus = event->reason() != Qt::MouseFocusReason;
  QAbstractButton::focusInEvent(event);
}

void RailRow::focusOutEvent(QFocusEvent* event) {
  m_hasKeyFocus = false;
  QAbstractButton::focusOutEvent(event);
}

void RailRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace trainyard
