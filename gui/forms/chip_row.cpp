// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/chip_row.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double chipHeight = 22, chipPadding = 6, chipGap = 4, chipRadius = 4;
constexpr double crossSize = 11, crossGap = 5, longestChip = 220;

double wordsWidth(const QString& words) {
  return QFontMetricsF(look::font(Role::helpName)).horizontalAdvance(words);
}

double aroundWords(const Chip& chip) {
  return 2.0 * px(chipPadding) + (chip.isChosen ? px(crossGap) + px(crossSize) : 0);
}

}  // namespace

ChipRow::ChipRow(const QList<Chip>& chips, const QRectF& room, int mostRows, int shown, Of of)
    : m_chips(chips), m_room(room), m_of(of) {
  fillRows(mostRows);
  seeRows(mostRows, shown);
}

int ChipRow::heightOfRows(int rows) { return rows * px(chipHeight) + (rows - 1) * px(chipGap); }

double ChipRow::longest() const {
  return m_of == Of::paths ? std::max(double(px(longestChip)), m_room.width()) : px(longestChip);
}

double ChipRow::widthOf(const Chip& chip) const {
  if (chip.textWidth > 0) return chip.textWidth;
  return std::min(wordsWidth(chip.words) + aroundWords(chip), longest() + aroundWords({}));
}

// With one row nothing wraps: what is too long for it is not seen.
void ChipRow::fillRows(int mostRows) {
  double x = m_room.left();
  int row = 0;
  for (const Chip& chip : m_chips) {
    double width = widthOf(chip);
    if (mostRows > 1 && chip.textWidth <= 0) width = std::min(width, m_room.width());
    if (mostRows > 1 && x > m_room.left() && x + width > m_room.right()) {
      x = m_room.left();
      ++row;
    }
    m_boxes.append(QRectF(x, 0, width, px(chipHeight)));
    m_rowOf.append(row);
    x += width + px(chipGap);
    if (row == 0) m_width = x - px(chipGap) - m_room.left();
  }
  m_rows = std::min(row + 1, std::max(1, mostRows));
}

void ChipRow::seeRows(int mostRows, int shown) {
  const int first = std::max(0, m_rowOf.value(shown, 0) - m_rows + 1);
  const double top = m_room.center().y() - heightOfRows(m_rows) / 2.0;
  for (int chip = 0; chip < m_boxes.size(); ++chip) {
    QRectF& box = m_boxes[chip];
    const int row = m_rowOf[chip] - first;
    box.moveTop(top + row * (px(chipHeight) + px(chipGap)));
    if (row >= m_rows) ++m_numBelow;
    // Neither seen nor hit.
    if (row < 0 || row >= m_rows) box.moveTop(m_room.bottom() + px(chipHeight));
  }
  if (shown < 0) return;
  const QRectF& box = m_boxes[shown];
  const double beyond =
      (m_chips[shown].seenTo > 0 ? box.left() + m_chips[shown].seenTo : box.right()) -
      m_room.right();
  if (beyond <= 0) return;
  for (int chip = 0; chip < m_boxes.size(); ++chip)
    if (mostRows == 1 || chip == shown) m_boxes[chip].translate(-beyond, 0);
}

bool ChipRow::isShortened(int chip) const {
  if (chip < 0 || m_chips[chip].textWidth > 0) return false;
  return wordsWidth(m_chips[chip].words) + aroundWords(m_chips[chip]) > m_boxes[chip].width() + 1;
}

QRectF ChipRow::crossOf(int chip) const {
  if (chip < 0 || chip >= m_boxes.size() || m_chips[chip].textWidth > 0) return {};
  const QRectF& box = m_boxes[chip];
  const double width = px(crossSize) + px(chipPadding) + px(2);
  return {box.right() - width, box.top(), width, box.height()};
}

int ChipRow::at(QPointF point) const {
  if (!m_room.contains(point)) return -1;
  for (int chip = 0; chip < m_boxes.size(); ++chip)
    if (m_boxes[chip].contains(point)) return chip;
  return -1;
}

void ChipRow::paint(QPainter& painter, const look::Tokens& now, int hovered, bool isEnabled) const {
  painter.save();
  painter.setClipRect(m_room, Qt::IntersectClip);
  for (int chip = 0; chip < m_chips.size(); ++chip)
    if (m_chips[chip].textWidth <= 0 && m_boxes[chip].intersects(m_room))
      paintChip(painter, now, chip, chip == hovered, isEnabled);
  painter.restore();
}

void ChipRow::paintChip(QPainter& painter, const look::Tokens& now, int index, bool isHovered,
                        bool isEnabled) const {
  const Chip& chip = m_chips[index];
  const look::ToneColours& wrong = now.tone(look::Tone::failed);
  const QColor ground = chip.isChosen  ? now.tone(look::Tone::running).ground
                        : chip.isWrong ? wrong.ground
                                       : now.sunken;
  const QColor ink = !isEnabled        ? now.textOff
                     : chip.isWrong    ? wrong.word
                     : chip.isChosen   ? now.accentText
                     : chip.isRepeated ? now.text3
                                       : now.text2;
  const QRectF& box = m_boxes[index];
  look::paintBox(painter, box, px(chipRadius), ground, chip.isWrong ? wrong.word : QColor());
  const QRectF words = box.adjusted(px(chipPadding), 0, 0, 0);
  const double room = box.width() - aroundWords(chip) + 1;
  const QString shown =
      m_of == Of::paths
          ? QFontMetricsF(look::font(Role::helpName)).elidedText(chip.words, Qt::ElideMiddle, room)
          : chip.words;
  look::paintWords(painter, QRectF(words.topLeft(), QSizeF(room, words.height())), shown,
                   Role::helpName, ink);
  if (!chip.isChosen && !isHovered) return;
  // It lies over the end of the words: nothing moves under the pointer.
  const QRectF cross = crossOf(index);
  if (!chip.isChosen) look::paintBox(painter, cross, px(chipRadius), ground);
  look::paintIcon(painter, cross.adjusted(0, 0, -px(chipPadding) + px(2), 0), px(crossSize), u"x"_s,
                  ink, look::stateStroke);
}

}  // namespace trainyard
