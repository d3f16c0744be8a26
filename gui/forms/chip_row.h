// SPDX-License-Identifier: GPL-3.0-or-later
// Values of one field as chips: where each is, and how it is painted. What does not fit beside the
// others begins another row. The chosen one, and the one under the pointer, has a cross that
// removes it. Between chips there may be room for a text that is being edited.
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
  double seenTo = 0;        // of that width, as far as it must be seen
};

class ChipRow {
 public:
  // Of paths both ends tell something, and they are long.
  enum class Of { values, paths };

  // Within `room`, from its left, in its middle. If there are more than `mostRows`, those rows are
  // seen in which `shown` is; -1: the first ones.
  ChipRow(const QList<Chip>& chips, const QRectF& room, int mostRows = 1, int shown = -1,
          Of of = Of::values);

  QRectF boxOf(int chip) const { return m_boxes.value(chip); }
  // Where the cross of a chip is, if it has one.
  QRectF crossOf(int chip) const;
  int at(QPointF point) const;  // -1: none
  void paint(QPainter& painter, const look::Tokens& now, int hovered, bool isEnabled) const;
  // Of the first row.
  double width() const { return m_width; }
  // Rows that are seen, and what they take more than one of them does.
  int rows() const { return m_rows; }
  int heightOfOtherRows() const { return heightOfRows(m_rows) - heightOfRows(1); }
  // How many chips stand below the rows that are seen.
  int numBelow() const { return m_numBelow; }
  // Whether a part of its words is left out.
  bool isShortened(int chip) const;

 private:
  static int heightOfRows(int rows);
  double longest() const;
  double widthOf(const Chip& chip) const;
  void fillRows(int mostRows);
  void seeRows(int mostRows, int shown);
  void paintChip(QPainter& painter, const look::Tokens& now, int chip, bool isHovered,
                 bool isEnabled) const;

  QList<Chip> m_chips;
  QRectF m_room;
  Of m_of;
  QList<QRectF> m_boxes;
  QList<int> m_rowOf;
  double m_width = 0;
  int m_rows = 1, m_numBelow = 0;
};

}  // namespace trainyard
