// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of tables, lists and trees, and the heads of tables.
#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QTableView>
#include <QTreeView>

#include "gui/look/icon.h"
#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

constexpr char hoveredRow[] = "hoveredRow";
constexpr double selectionBar = 3, sortMark = 12;

// A table tells only the cell under the pointer that it is there: here the whole row is.
class RowWatch : public QObject {
 public:
  explicit RowWatch(QTableView* table) : QObject(table), m_table(table) {
    m_table->viewport()->installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::MouseMove)
      show(m_table->rowAt(static_cast<QMouseEvent*>(event)->position().toPoint().y()));
    else if (event->type() == QEvent::Leave)
      show(-1);
    return QObject::eventFilter(watched, event);
  }

 private:
  void show(int row) {
    if (row == m_row) return;
    update(m_row);
    m_row = row;
    m_table->setProperty(hoveredRow, row);
    update(m_row);
  }
  void update(int row) {
    if (row < 0) return;
    m_table->viewport()->update(0, m_table->rowViewportPosition(row), m_table->viewport()->width(),
                                m_table->rowHeight(row));
  }

  QTableView* m_table;
  int m_row = -1;
};

bool selectsRows(const QAbstractItemView* view) {
  return view && view->selectionBehavior() == QAbstractItemView::SelectRows;
}

bool isInHoveredRow(const QStyleOptionViewItem& option, const QAbstractItemView* view) {
  if (!isEnabled(option)) return false;
  if (qobject_cast<const QTableView*>(view) && selectsRows(view)) {
    const QVariant row = view->property(hoveredRow);
    return row.isValid() && option.index.isValid() && row.toInt() == option.index.row();
  }
  return option.state.testFlag(QStyle::State_MouseOver);
}

// Where a cell of a table stands in its row; a table does not tell it.
const QHeaderView* columnsOf(const QStyleOptionViewItem& option, const QAbstractItemView* view) {
  const auto* table = qobject_cast<const QTableView*>(view);
  return table && option.index.isValid() ? table->horizontalHeader() : nullptr;
}

bool isFirst(const QStyleOptionViewItem& option, const QAbstractItemView* view) {
  // Left of a tree's first item is what opens it, which is painted as an item of its own.
  if (qobject_cast<const QTreeView*>(view)) return option.rect.left() <= 0;
  if (!selectsRows(view)) return true;
  const QHeaderView* columns = columnsOf(option, view);
  return !columns || columns->sectionPosition(option.index.column()) == 0;
}

bool isLast(const QStyleOptionViewItem& option, const QAbstractItemView* view) {
  const QHeaderView* columns = columnsOf(option, view);
  if (!columns) return option.viewItemPosition == QStyleOptionViewItem::End;
  const int column = option.index.column();
  return columns->sectionPosition(column) + columns->sectionSize(column) == columns->length();
}

bool hasLines(const QAbstractItemView* view) {
  if (const auto* table = qobject_cast<const QTableView*>(view)) return !table->showGrid();
  const auto* tree = qobject_cast<const QTreeView*>(view);
  return tree && !tree->isHeaderHidden();
}

void paintRowFocus(QPainter& painter, const QStyleOptionViewItem& option,
                   const QAbstractItemView* view, const QColor& colour) {
  const QRectF cell = option.rect;
  if (!selectsRows(view)) return paintFocus(painter, cell, px(3), colour);
  // Along the whole row, whichever of its cells is the current one.
  paintEdge(painter, cell, Qt::TopEdge, colour, 2);
  paintEdge(painter, cell, Qt::BottomEdge, colour, 2);
  if (isFirst(option, view)) paintEdge(painter, cell, Qt::LeftEdge, colour, 2);
  if (isLast(option, view)) paintEdge(painter, cell, Qt::RightEdge, colour, 2);
}

bool isFocusRow(const QStyleOptionViewItem& option, const QAbstractItemView* view) {
  if (!view || !view->hasFocus() || !view->window()->testAttribute(Qt::WA_KeyboardFocusChange))
    return false;
  const QModelIndex current = view->currentIndex();
  if (!current.isValid() || !option.index.isValid()) return false;
  return selectsRows(view)
             ? current.row() == option.index.row() && current.parent() == option.index.parent()
             : current == option.index;
}

}  // namespace

void watchRows(QWidget* table) {
  constexpr char isWatched[] = "rowsAreWatched";
  if (table->property(isWatched).toBool()) return;
  table->setProperty(isWatched, true);
  new RowWatch(static_cast<QTableView*>(table));
}

void paintItemGround(QPainter& painter, const QStyleOptionViewItem& option, const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  const auto* view = qobject_cast<const QAbstractItemView*>(widget);
  if (option.backgroundBrush.style() != Qt::NoBrush)
    painter.fillRect(option.rect, option.backgroundBrush);
  const bool isSelected = option.state.testFlag(QStyle::State_Selected);
  if (isSelected)
    painter.fillRect(option.rect, isEnabled(option) ? t.selected : t.hover);
  else if (isInHoveredRow(option, view))
    painter.fillRect(option.rect, t.hover);
  if (hasLines(view)) paintEdge(painter, option.rect, Qt::BottomEdge, t.hairline);
  if (isSelected && isEnabled(option) && isFirst(option, view))
    paintEdge(painter, option.rect, Qt::LeftEdge, t.accent, px(selectionBar));
  if (isFocusRow(option, view)) paintRowFocus(painter, option, view, t.focus);
}

void paintHeader(QPainter& painter, const QStyleOptionHeader& option) {
  const Tokens& t = tokens(option.palette);
  painter.fillRect(option.rect, t.subtle);
  if (isHovered(option) && option.state.testFlag(QStyle::State_Sunken))
    painter.fillRect(option.rect, t.press);
  paintEdge(painter, option.rect, Qt::BottomEdge, t.hairline);
  painter.save();
  painter.setFont(font(Role::helpName));
  const QColor words = isEnabled(option) ? t.text3 : t.textOff;
  painter.setPen(words);
  QRect room = option.rect.adjusted(px(cellPadding), 0, -px(cellPadding), -1);
  if (!option.icon.isNull()) {
    option.icon.paint(&painter, QRect(room.left(), room.center().y() - px(8), px(16), px(16)));
    room.setLeft(room.left() + px(20));
  }
  const bool isSorted = option.sortIndicator != QStyleOptionHeader::None;
  const int wordsWidth = room.width() - (isSorted ? px(sortMark) + px(4) : 0);
  const QFontMetrics metrics(painter.font());
  const QString text = metrics.elidedText(option.text, Qt::ElideRight, wordsWidth);
  const bool isRight = option.textAlignment.testFlag(Qt::AlignRight);
  painter.drawText(room,
                   isRight ? Qt::AlignRight | Qt::AlignVCenter
                           : (option.textAlignment & Qt::AlignHorizontal_Mask) | Qt::AlignVCenter,
                   text);
  if (isSorted) {
    const int width = metrics.horizontalAdvance(text) + px(4);
    const QRect mark(isRight ? room.right() - width - px(sortMark) : room.left() + width,
                     room.top(), px(sortMark), room.height());
    paintIcon(
        painter, mark, px(sortMark),
        option.sortIndicator == QStyleOptionHeader::SortDown ? u"chevron-down"_s : u"chevron-up"_s,
        words);
  }
  painter.restore();
}

QSize headerSize(const QStyleOptionHeader& option) {
  const QFontMetrics metrics(font(Role::helpName));
  int width = metrics.size(0, option.text).width() + 2 * px(cellPadding);
  if (!option.icon.isNull()) width += px(20);
  if (option.sortIndicator != QStyleOptionHeader::None) width += px(sortMark) + px(4);
  return {width, px(headHeight)};
}

void paintBranch(QPainter& painter, const QStyleOption& option) {
  if (!option.state.testFlag(QStyle::State_Children)) return;
  const Tokens& t = tokens(option.palette);
  paintIcon(painter, option.rect, px(14),
            option.state.testFlag(QStyle::State_Open) ? u"chevron-down"_s : u"chevron-right"_s,
            t.text3);
}

}  // namespace trainyard::look
