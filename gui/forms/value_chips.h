// SPDX-License-Identifier: GPL-3.0-or-later
// Several values in the text of a line as chips: which there are, and what keys and clicks do with
// them. The one with the cursor is shown as text.
#pragma once

#include <QCoreApplication>
#include <functional>

#include "gui/forms/chip_row.h"
#include "gui/forms/value_parts.h"

class QHelpEvent;
class QKeyEvent;
class QLineEdit;

namespace trainyard {

class ValueChips {
  Q_DECLARE_TR_FUNCTIONS(trainyard::ValueChips)
 public:
  enum class Takes {
    one,      // value and no more
    numbers,  // commas make several
    texts,    // several only after openNext(), or if the document's owner says so
    list      // always chips
  };
  // The line must outlive it, and calls fitRows() when its text, cursor or size has changed.
  ValueChips(QLineEdit* line, Takes takes);

  using Check = std::function<bool(const QString& value)>;
  void setCheck(const Check& check) { m_check = check; }
  void setPaths() { m_of = ChipRow::Of::paths; }
  void setDividedByCommas(bool is) { m_isDividedByCommas = is; }
  void setSeveral(bool is);

  Takes takes() const { return m_takes; }
  const ValueSeparator& separator() const { return m_separator; }
  bool isDividedByCommas() const { return m_isDividedByCommas; }
  bool isShown() const;
  QList<ValuePart> parts() const;
  int editedPart() const;  // the one with the cursor; -1: none
  // What rows below the first take, in pixels.
  int otherRows() const { return m_otherRows; }
  int at(QPointF point) const { return row().at(point); }

  void fitRows();
  // The whole of a chip that is shortened; false: it is not.
  bool showHelp(const QHelpEvent& help) const;
  // A place for another value behind those that are there.
  void openNext();
  void closeNext();
  void editPart(int part);
  // Ends the value with the cursor, so that it is a chip; false if there is none.
  bool finishPart();
  bool takesKey(const QKeyEvent& event);
  void press(QPointF point);
  void paint(QPainter& painter, int hovered) const;

 private:
  bool isChosen(const ValuePart& part) const;
  int chosenPart() const;
  int shownPart() const;  // that must be seen
  ChipRow row() const;
  void choose(int part);
  void removeParts(int first, int last, bool choosesNext);
  bool takesDeletion(bool isBackspace);
  bool walks(int by);
  void paintNumBelow(QPainter& painter, int number) const;
  void paintEdited(QPainter& painter, const ValuePart& part, const QRectF& box) const;

  QLineEdit* m_line;
  Takes m_takes;
  ValueSeparator m_separator;
  ChipRow::Of m_of = ChipRow::Of::values;
  Check m_check;
  bool m_isSeveral = false, m_isOpen = false, m_isDividedByCommas = false;
  int m_otherRows = 0;
};

}  // namespace trainyard
