// SPDX-License-Identifier: GPL-3.0-or-later
// The chips of a ValueLine: which there are, and what keys and clicks do with them.
#include <QHelpEvent>
#include <QKeyEvent>
#include <QSet>
#include <QSignalBlocker>
#include <QToolTip>
#include <algorithm>

#include "gui/forms/plain_tip.h"
#include "gui/forms/value_line.h"
#include "gui/look/type.h"

namespace trainyard {
namespace {

using look::px;

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

bool ValueLine::showsChips() const {
  switch (m_takes) {
    case Takes::one:
      return false;
    case Takes::numbers:
      return m_isOpen || text().contains(m_separator.divides);
    case Takes::texts:
      return m_isOpen || m_isSeveral;
    case Takes::list:
      return hasFocus() || !text().isEmpty();
  }
  return false;
}

bool ValueLine::isChosen(const ValuePart& part) const {
  return hasSelectedText() && !part.text.isEmpty() && selectionStart() <= part.start &&
         selectionEnd() >= part.end;
}

int ValueLine::chosenPart() const {
  const QList<ValuePart> all = parts();
  const auto found = std::ranges::find_if(all, [&](const auto& part) { return isChosen(part); });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int ValueLine::editedPart() const {
  if (!hasFocus()) return -1;
  const QList<ValuePart> all = parts();
  for (int i = 0; i < all.size(); ++i)
    if (cursorPosition() <= all[i].to) return isChosen(all[i]) ? -1 : i;
  return -1;
}

int ValueLine::shownPart() const {
  const int edited = editedPart();
  return edited >= 0 ? edited : hasFocus() ? chosenPart() : -1;
}

ChipRow ValueLine::chips() const {
  const QList<ValuePart> all = parts();
  const int edited = editedPart();
  QList<Chip> chips;
  QSet<QString> known;
  for (int i = 0; i < all.size(); ++i) {
    Chip chip{all[i].text};
    chip.isChosen = hasFocus() && isChosen(all[i]);
    chip.isWrong = m_check && !all[i].text.isEmpty() && !m_check(all[i].text);
    const QString key = keyOf(chip.words);
    chip.isRepeated = known.contains(key);
    known << key;
    if (i == edited) {
      const QFontMetrics metrics(font());
      chip.textWidth =
          std::max(px(shortestText), metrics.horizontalAdvance(chip.words) + px(caretRoom));
      chip.seenTo =
          metrics.horizontalAdvance(chip.words, std::max(0, cursorPosition() - all[i].start)) +
          px(caretRoom);
    } else if (chip.words.isEmpty()) {
      chip.textWidth = 0.01;  // nothing is seen of an empty one
    }
    chips.append(chip);
  }
  const QRectF room = QRectF(rect()).adjusted(px(chipsPadding), 1, -px(chipsPadding), -1);
  return ChipRow(chips, room, mostChipRows, shownPart(), m_of);
}

void ValueLine::fitRows() {
  const int needed = showsChips() ? chips().heightOfOtherRows() : 0;
  update();
  if (needed == m_otherRows) return;
  m_otherRows = needed;
  updateGeometry();
}

QSize ValueLine::sizeHint() const { return QLineEdit::sizeHint() + QSize(0, m_otherRows); }

QSize ValueLine::minimumSizeHint() const {
  return QLineEdit::minimumSizeHint() + QSize(0, m_otherRows);
}

bool ValueLine::showChipHelp(const QHelpEvent& help) {
  const ChipRow row = chips();
  const int part = row.at(help.pos());
  if (!row.isShortened(part)) return false;
  QToolTip::showText(help.globalPos(), plainTip(parts()[part].text), this);
  return true;
}

QString ValueLine::typedValue() const {
  if (!showsChips()) return cursorPosition() == text().size() ? text() : QString();
  const int edited = editedPart();
  if (edited < 0 || hasSelectedText()) return {};
  const ValuePart part = parts()[edited];
  return cursorPosition() == part.end ? part.text : QString();
}

void ValueLine::replaceTyped(const QString& value) {
  if (!showsChips()) {
    selectAll();
  } else if (const int edited = editedPart(); edited >= 0) {
    const ValuePart part = parts()[edited];
    setSelection(part.start, part.end - part.start);
  }
  insert(value);
}

bool ValueLine::isEmptyPart(int part) const { return parts()[part].text.isEmpty(); }

void ValueLine::choose(int part) {
  const ValuePart& wanted = parts()[part];
  setSelection(wanted.start, wanted.end - wanted.start);
}

void ValueLine::editPart(int part) {
  deselect();
  setCursorPosition(parts()[part].end);
}

// The document holds the same values: nothing is entered.
void ValueLine::openNext() {
  m_isOpen = true;
  if (const QList<ValuePart> all = parts(); !all.back().text.isEmpty()) {
    const QSignalBlocker quiet(this);
    setText(text() + m_separator.written);
  }
  deselect();
  setCursorPosition(static_cast<int>(text().size()));
  fitRows();
}

void ValueLine::closeNext() {
  const bool hasChips = showsChips();
  m_isOpen = false;
  const QString closed = withoutOpenEnd(text(), m_separator);
  if (hasChips && closed != text()) {
    const QSignalBlocker quiet(this);
    setText(closed);
  }
  update();
}

void ValueLine::begin() {
  if (m_takes == Takes::one) return;
  openNext();
}

// Ends the value with the cursor, so that it is a chip; false if there is none.
bool ValueLine::finishPart() {
  const int part = editedPart();
  if (part < 0) return false;
  const QList<ValuePart> all = parts();
  if (all[part].text.isEmpty()) return false;
  if (standsBefore(all, part)) {
    removeParts(part, part, false);
  } else {
    openNext();
    emit textEdited(text());
  }
  return true;
}

void ValueLine::removeParts(int first, int last, bool choosesNext) {
  QStringList kept;
  const QList<ValuePart> all = parts();
  for (int i = 0; i < all.size(); ++i)
    if ((i < first || i > last) && !all[i].text.isEmpty()) kept << all[i].text;
  m_isOpen = hasFocus() && !kept.isEmpty();
  setText(kept.join(m_separator.written) + (m_isOpen ? m_separator.written : QString()));
  if (choosesNext && first < kept.size()) choose(first);
  emit textEdited(text());
}

bool ValueLine::walks(int by) {
  const QList<ValuePart> all = parts();
  const int chosen = chosenPart(), edited = editedPart();
  if (chosen < 0 && edited < 0) return false;
  if (chosen < 0 &&
      (by < 0 ? cursorPosition() > all[edited].start : cursorPosition() < all[edited].end))
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

bool ValueLine::takesDeletion(bool isBackspace) {
  const QList<ValuePart> all = parts();
  if (const int chosen = chosenPart(); chosen >= 0) {
    int last = chosen;
    while (last + 1 < all.size() && isChosen(all[last + 1])) ++last;
    removeParts(chosen, last, !isBackspace);
    return true;
  }
  const int edited = editedPart();
  if (edited < 0 || hasSelectedText()) return false;
  if (isBackspace && cursorPosition() <= all[edited].start && edited > 0) {
    removeParts(edited - 1, edited - 1, false);
    return true;
  }
  return !isBackspace && cursorPosition() >= all[edited].end;  // nothing joins two values
}

bool ValueLine::takesKey(const QKeyEvent& event) {
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
      if (m_takes == Takes::numbers) return editedPart() >= 0 && isEmptyPart(editedPart());
      return m_isDividedByCommas && (finishPart() || editedPart() >= 0);
    default:
      return false;
  }
}

void ValueLine::pressChip(QPointF point) {
  const ChipRow row = chips();
  const int part = row.at(point);
  if (part < 0) return openNext();
  if (part == editedPart()) {
    const ValuePart edited = parts()[part];
    const double wanted = point.x() - row.boxOf(part).left();
    const QFontMetrics metrics(font());
    int at = 0;
    while (at < edited.text.size() &&
           metrics.horizontalAdvance(edited.text, at + 1) <= wanted + px(3))
      ++at;
    deselect();
    setCursorPosition(edited.start + at);
  } else if (row.crossOf(part).contains(point)) {
    removeParts(part, part, false);
  } else {
    choose(part);
  }
}

}  // namespace trainyard
