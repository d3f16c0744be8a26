// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/value_chips.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QSet>
#include <QSignalBlocker>
#include <QToolTip>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double chipsPadding = 5, shortestText = 24, caretRoom = 4;
constexpr int mostChipRows = 8;

// The same for each spelling of a number.
QString keyOf(const QString& value) {
  bool isNumber = false;
  const double number = value.toDouble(&isNumber);
  return isNumber ? QString::number(number, 'g', 17) : value;
}

bool standsBefore(const QList<ValuePart>& parts, int index) {
  const QString key = keyOf(parts[index].text);
  return std::any_of(parts.begin(), parts.begin() + index,
                     [&](const ValuePart& other) { return keyOf(other.text) == key; });
}

}  // namespace

ValueChips::ValueChips(QLineEdit* line, Takes takes)
    : m_line(line),
      m_takes(takes),
      m_separator(takes == Takes::texts  ? textSeparator()
                  : takes == Takes::list ? itemSeparator()
                                         : numberSeparator()) {}

void ValueChips::setSeveral(bool is) {
  m_isSeveral = is;
  fitRows();
}

bool ValueChips::isShown() const {
  switch (m_takes) {
    case Takes::one:
      return false;
    case Takes::numbers:
      return m_isOpen || m_line->text().contains(m_separator.divides);
    case Takes::texts:
      return m_isOpen || m_isSeveral;
    case Takes::list:
      return m_line->hasFocus() || !m_line->text().isEmpty();
  }
  return false;
}

QList<ValuePart> ValueChips::parts() const { return valuePartsOf(m_line->text(), m_separator); }

bool ValueChips::isChosen(const ValuePart& part) const {
  return m_line->hasSelectedText() && !part.text.isEmpty() &&
         m_line->selectionStart() <= part.start && m_line->selectionEnd() >= part.end;
}

int ValueChips::chosenPart() const {
  const QList<ValuePart> all = parts();
  const auto found = std::ranges::find_if(all, [&](const auto& part) { return isChosen(part); });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int ValueChips::editedPart() const {
  if (!m_line->hasFocus()) return -1;
  const QList<ValuePart> all = parts();
  for (int i = 0; i < all.size(); ++i)
    if (m_line->cursorPosition() <= all[i].to) return isChosen(all[i]) ? -1 : i;
  return -1;
}

int ValueChips::shownPart() const {
  const int edited = editedPart();
  return edited >= 0 ? edited : m_line->hasFocus() ? chosenPart() : -1;
}

ChipRow ValueChips::row() const {
  const QList<ValuePart> all = parts();
  const int edited = editedPart();
  QList<Chip> chips;
  QSet<QString> known;
  for (int i = 0; i < all.size(); ++i) {
    Chip chip{all[i].text};
    chip.isChosen = m_line->hasFocus() && isChosen(all[i]);
    chip.isWrong = m_check && !all[i].text.isEmpty() && !m_check(all[i].text);
    const QString key = keyOf(chip.words);
    chip.isRepeated = known.contains(key);
    known << key;
    if (i == edited) {
      const QFontMetrics metrics(m_line->font());
      chip.textWidth =
          std::max(px(shortestText), metrics.horizontalAdvance(chip.words) + px(caretRoom));
      chip.seenTo = metrics.horizontalAdvance(
                        chip.words, std::max(0, m_line->cursorPosition() - all[i].start)) +
                    px(caretRoom);
    } else if (chip.words.isEmpty()) {
      chip.textWidth = 0.01;  // nothing is seen of an empty one
    }
    chips.append(chip);
  }
  const QRectF room = QRectF(m_line->rect()).adjusted(px(chipsPadding), 1, -px(chipsPadding), -1);
  return ChipRow(chips, room, mostChipRows, shownPart(), m_of);
}

void ValueChips::fitRows() {
  const int needed = isShown() ? row().heightOfOtherRows() : 0;
  m_line->update();
  if (needed == m_otherRows) return;
  m_otherRows = needed;
  m_line->updateGeometry();
}

bool ValueChips::showHelp(const QHelpEvent& help) const {
  const ChipRow row = this->row();
  const int part = row.at(help.pos());
  if (!row.isShortened(part)) return false;
  QToolTip::showText(help.globalPos(), plainTip(parts()[part].text), m_line);
  return true;
}

void ValueChips::choose(int part) {
  const ValuePart& wanted = parts()[part];
  m_line->setSelection(wanted.start, wanted.end - wanted.start);
}

void ValueChips::editPart(int part) {
  m_line->deselect();
  m_line->setCursorPosition(parts()[part].end);
}

// The document holds the same values: nothing is entered.
void ValueChips::openNext() {
  m_isOpen = true;
  if (const QList<ValuePart> all = parts(); !all.back().text.isEmpty()) {
    const QSignalBlocker quiet(m_line);
    m_line->setText(m_line->text() + m_separator.written);
  }
  m_line->deselect();
  m_line->setCursorPosition(static_cast<int>(m_line->text().size()));
  fitRows();
}

void ValueChips::closeNext() {
  const bool hasChips = isShown();
  m_isOpen = false;
  const QString closed = withoutOpenEnd(m_line->text(), m_separator);
  if (hasChips && closed != m_line->text()) {
    const QSignalBlocker quiet(m_line);
    m_line->setText(closed);
  }
  m_line->update();
}

bool ValueChips::finishPart() {
  const int part = editedPart();
  if (part < 0) return false;
  const QList<ValuePart> all = parts();
  if (all[part].text.isEmpty()) return false;
  if (standsBefore(all, part)) {
    removeParts(part, part, false);
  } else {
    openNext();
    emit m_line->textEdited(m_line->text());
  }
  return true;
}

void ValueChips::removeParts(int first, int last, bool choosesNext) {
  QStringList kept;
  const QList<ValuePart> all = parts();
  for (int i = 0; i < all.size(); ++i)
    if ((i < first || i > last) && !all[i].text.isEmpty()) kept << all[i].text;
  m_isOpen = m_line->hasFocus() && !kept.isEmpty();
  m_line->setText(kept.join(m_separator.written) + (m_isOpen ? m_separator.written : QString()));
  if (choosesNext && first < kept.size()) choose(first);
  emit m_line->textEdited(m_line->text());
}

bool ValueChips::walks(int by) {
  const QList<ValuePart> all = parts();
  const int chosen = chosenPart(), edited = editedPart();
  if (chosen < 0 && edited < 0) return false;
  if (chosen < 0 && (by < 0 ? m_line->cursorPosition() > all[edited].start
                            : m_line->cursorPosition() < all[edited].end))
    return false;  // it moves within the text
  const int next = (chosen < 0 ? edited : chosen) + by;
  if (next < 0) return true;
  if (next >= all.size()) {
    if (chosen >= 0) openNext();
    return true;
  }
  if (all[next].text.isEmpty())
    editPart(next);
  else
    choose(next);
  return true;
}

bool ValueChips::takesDeletion(bool isBackspace) {
  const QList<ValuePart> all = parts();
  if (const int chosen = chosenPart(); chosen >= 0) {
    int last = chosen;
    while (last + 1 < all.size() && isChosen(all[last + 1])) ++last;
    removeParts(chosen, last, !isBackspace);
    return true;
  }
  const int edited = editedPart();
  if (edited < 0 || m_line->hasSelectedText()) return false;
  if (isBackspace && m_line->cursorPosition() <= all[edited].start && edited > 0) {
    removeParts(edited - 1, edited - 1, false);
    return true;
  }
  return !isBackspace && m_line->cursorPosition() >= all[edited].end;  // nothing joins two values
}

bool ValueChips::takesKey(const QKeyEvent& event) {
  if ((event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
  switch (event.key()) {
    case Qt::Key_Left:
      return walks(-1);
    case Qt::Key_Right:
      return walks(1);
    case Qt::Key_Home:
      if (parts().front().text.isEmpty() || editedPart() == 0) return false;
      choose(0);
      return true;
    case Qt::Key_End:
      // A text may be long, and its end is where one goes on typing.
      if (m_takes != Takes::numbers) return false;
      openNext();
      return true;
    case Qt::Key_Backspace:
      return takesDeletion(true);
    case Qt::Key_Delete:
      return takesDeletion(false);
    case Qt::Key_F2:
      if (chosenPart() < 0) return false;
      editPart(chosenPart());
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return finishPart();
    case Qt::Key_Comma:
      if (m_takes == Takes::numbers)
        return editedPart() >= 0 && parts()[editedPart()].text.isEmpty();
      return m_isDividedByCommas && (finishPart() || editedPart() >= 0);
    default:
      return false;
  }
}

void ValueChips::press(QPointF point) {
  const ChipRow row = this->row();
  const int part = row.at(point);
  if (part < 0) return openNext();
  if (part == editedPart()) {
    const ValuePart edited = parts()[part];
    const double wanted = point.x() - row.boxOf(part).left();
    const QFontMetrics metrics(m_line->font());
    int at = 0;
    while (at < edited.text.size() &&
           metrics.horizontalAdvance(edited.text, at + 1) <= wanted + px(3))
      ++at;
    m_line->deselect();
    m_line->setCursorPosition(edited.start + at);
  } else if (row.crossOf(part).contains(point)) {
    removeParts(part, part, false);
  } else {
    choose(part);
  }
}

void ValueChips::paint(QPainter& painter, int hovered) const {
  const ChipRow row = this->row();
  row.paint(painter, look::tokens(m_line->palette()), hovered, m_line->isEnabled());
  if (row.numBelow() > 0) paintNumBelow(painter, row.numBelow());
  const int edited = editedPart();
  if (edited < 0) return;
  painter.setClipRect(QRectF(m_line->rect()).adjusted(px(4), 2, -px(4), -2));
  paintEdited(painter, parts()[edited], row.boxOf(edited));
}

// At the lower right end: there are more than a field has room for.
void ValueChips::paintNumBelow(QPainter& painter, int number) const {
  const look::Tokens& now = look::tokens(m_line->palette());
  const QString words = tr("%1 more").arg(number);
  const int width = QFontMetrics(look::font(Role::help)).horizontalAdvance(words) + px(12);
  const QRectF place(m_line->width() - width - 2, m_line->height() - px(27) - 2, width, px(26));
  painter.fillRect(place, now.surface);
  look::paintWords(painter, place, words, Role::help, now.text3, Qt::AlignHCenter);
}

void ValueChips::paintEdited(QPainter& painter, const ValuePart& part, const QRectF& box) const {
  const look::Tokens& now = look::tokens(m_line->palette());
  const QFontMetrics metrics(m_line->font());
  if (part.text.isEmpty())
    look::paintWords(painter, box.adjusted(px(2), 0, px(60), 0),
                     m_of == ChipRow::Of::paths ? tr("path")
                     : m_takes == Takes::list   ? tr("item")
                                                : tr("value"),
                     Role::help, now.text3);
  painter.setFont(m_line->font());
  const auto xOf = [&](int position) {
    return box.left() + px(2) +
           metrics.horizontalAdvance(part.text,
                                     std::clamp(position - part.start, 0, part.end - part.start));
  };
  if (m_line->hasSelectedText())
    painter.fillRect(QRectF(QPointF(xOf(m_line->selectionStart()), box.top() + 2),
                            QPointF(xOf(m_line->selectionEnd()), box.bottom() - 2)),
                     now.selected);
  painter.setPen(now.text);
  painter.drawText(box.adjusted(px(2), 0, px(400), 0),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, part.text);
  painter.fillRect(QRectF(xOf(m_line->cursorPosition()), box.top() + 3, 1, box.height() - 6),
                   now.text);
}

}  // namespace trainyard
