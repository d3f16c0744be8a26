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

double chipWidth(const Chip& chip) {
  if (chip.textWidth > 0) return chip.textWidth;
  const double words = QFontMetricsF(look::font(Role::helpName)).horizontalAdvance(chip.words);
  return std::min(words, static_cast<double>(px(longestChip))) + 2.0 * px(chipPadding) +
         (chip.isChosen ? px(crossGap) + px(crossSize) : 0);
}

}  // namespace

ChipRow::ChipRow(const QList<Chip>& chips, const QRectF& room, int shown)
    : m_chips(chips), m_room(room) {
  double x = room.left();
  for (const Chip& chip : chips) {
    const double width = chipWidth(chip);
    m_boxes.append(QRectF(x, room.center().y() - px(chipHeight) / 2.0, width, px(chipHeight)));
    x += width + px(chipGap);
  }
  m_width = std::max(0.0, x - px(chipGap) - room.left());
  if (shown < 0 || m_width <= room.width()) return;
  const double by = std::max(0.0, m_boxes[shown].right() - room.right());
  for (QRectF& box : m_boxes) box.translate(-by, 0);
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
  const double room =
      words.width() - px(chipPadding) - (chip.isChosen ? px(crossGap) + px(crossSize) : 0) + 1;
  look::paintWords(painter, QRectF(words.topLeft(), QSizeF(room, words.height())), chip.words,
                   Role::helpName, ink);
  if (!chip.isChosen && !isHovered) return;
  // It lies over the end of the words: nothing moves under the pointer.
  const QRectF cross = crossOf(index);
  if (!chip.isChosen) look::paintBox(painter, cross, px(chipRadius), ground);
  look::paintIcon(painter, cross.adjusted(0, 0, -px(chipPadding) + px(2), 0), px(crossSize), u"x"_s,
                  ink, look::stateStroke);
}

}  // namespace trainyard
