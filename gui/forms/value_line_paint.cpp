// SPDX-License-Identifier: GPL-3.0-or-later
// How a ValueLine is painted.
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>
#include <algorithm>

#include "gui/forms/value_line.h"
#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double endPadding = 10, signSize = 13, signRadius = 4;

}  // namespace

void ValueLine::paintEvent(QPaintEvent* event) {
  if (showsChips()) return paintChips();
  QLineEdit::paintEvent(event);
  QPainter painter(this);
  paintEnd(painter);
}

void ValueLine::paintEnd(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const QColor ink = isEnabled() ? now.text3 : now.textOff;
  const QRectF inside = QRectF(rect()).adjusted(1, 1, -1, -1);
  double right = inside.right() - px(endPadding) + 1;
  if (m_hasSteps || m_hasDrop) {
    const QRectF first = buttonAt(m_hasSteps ? Button::less : Button::drop);
    right = first.left() - (m_hasSteps ? px(endPadding) - px(2) : 0);
    if (m_hasSteps)
      painter.fillRect(QRectF(first.left() - 1, inside.top(), 1, inside.height()), now.hairline);
  }
  for (const Button button : {Button::less, Button::more, Button::drop}) {
    const QRectF place = buttonAt(button);
    if (place.isEmpty()) continue;
    if (button != Button::drop && button == m_hoveredButton)
      look::paintBox(painter, place.adjusted(2, 3, -2, -3), px(signRadius), now.hover);
    look::paintIcon(painter, place, px(button == Button::drop ? 15 : signSize),
                    button == Button::less   ? u"minus"_s
                    : button == Button::more ? u"plus"_s
                                             : u"chevron-down"_s,
                    ink, button == Button::drop ? look::iconStroke : look::stateStroke);
  }
  if (!m_unit.isEmpty())
    look::paintWords(painter,
                     QRectF(inside.left(), inside.top(), right - inside.left(), inside.height()),
                     m_unit, Role::help, ink, Qt::AlignRight);
  if (!m_icon.isEmpty())
    look::paintIcon(
        painter, QRectF(inside.left() + px(endPadding) - 1, inside.top(), px(15), inside.height()),
        px(15), m_icon, ink);
}

void ValueLine::paintChips() {
  QStyleOptionFrame option;
  initStyleOption(&option);
  QPainter painter(this);
  style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
  const ChipRow row = chips();
  row.paint(painter, look::tokens(palette()), m_hoveredChip, isEnabled());
  if (row.numBelow() > 0) paintNumBelow(painter, row.numBelow());
  const int edited = editedPart();
  if (edited < 0) return;
  painter.setClipRect(QRectF(rect()).adjusted(px(4), 2, -px(4), -2));
  paintEdited(painter, parts()[edited], row.boxOf(edited));
}

// At the lower right end: there are more than a field has room for.
void ValueLine::paintNumBelow(QPainter& painter, int number) const {
  const look::Tokens& now = look::tokens(palette());
  const QString words = tr("%1 more").arg(number);
  const int width = QFontMetrics(look::font(Role::help)).horizontalAdvance(words) + px(12);
  const QRectF place(this->width() - width - 2, height() - px(27) - 2, width, px(26));
  painter.fillRect(place, now.surface);
  look::paintWords(painter, place, words, Role::help, now.text3, Qt::AlignHCenter);
}

void ValueLine::paintEdited(QPainter& painter, const ValuePart& part, const QRectF& box) const {
  const look::Tokens& now = look::tokens(palette());
  const QFontMetrics metrics(font());
  if (part.text.isEmpty())
    look::paintWords(painter, box.adjusted(px(2), 0, px(60), 0),
                     m_of == ChipRow::Of::paths ? tr("path")
                     : m_takes == Takes::list   ? tr("item")
                                                : tr("value"),
                     Role::help, now.text3);
  painter.setFont(font());
  const auto xOf = [&](int position) {
    return box.left() + px(2) +
           metrics.horizontalAdvance(part.text,
                                     std::clamp(position - part.start, 0, part.end - part.start));
  };
  if (hasSelectedText())
    painter.fillRect(QRectF(QPointF(xOf(selectionStart()), box.top() + 2),
                            QPointF(xOf(selectionEnd()), box.bottom() - 2)),
                     now.selected);
  painter.setPen(now.text);
  painter.drawText(box.adjusted(px(2), 0, px(400), 0),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, part.text);
  painter.fillRect(QRectF(xOf(cursorPosition()), box.top() + 3, 1, box.height() - 6), now.text);
}

}  // namespace trainyard
