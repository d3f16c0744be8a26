// SPDX-License-Identifier: GPL-3.0-or-later
// Values of one field as chips in a row: where each is, and how it is painted. The chosen one, and
// the one under the pointer, has a cross that removes it. Between chips there may be room for a
// text that is being edited.
#pragma once

#include <QList>
#include <QRectF>
#include <QString>

#include "gui/look/tokens.h"

class QPainter;

namespace trainyard {

struct Chip {
  QString words;
  bool isChosen = false;
  bool isWrong = false;
  bool isRepeated = false;  // it stands before already, and does not count
  double textWidth = 0;     // above 0: not a chip, but room for a text of this width
};

class ChipRow {
 public:
  // Within `room`, from its left. If they are longer, they are moved so that `shown` is seen to its
  // end; -1: the first is.
  ChipRow(const QList<Chip>& chips, const QRectF& room, int shown = -1);

  QRectF boxOf(int chip) const { return m_boxes.value(chip); }
  // Where the cross of a chip is, if it has one.
  QRectF crossOf(int chip) const;
  int at(QPointF point) const;  // -1: none
  void paint(QPainter& painter, const look::Tokens& now, int hovered, bool isEnabled) const;
  double width() const { return m_width; }

 private:
  void paintChip(QPainter& painter, const look::Tokens& now, int chip, bool isHovered,
                 bool isEnabled) const;

  QList<Chip> m_chips;
  QRectF m_room;
  QList<QRectF> m_boxes;
  double m_width = 0;
};

}  // namespace trainyard
