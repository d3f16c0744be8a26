// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/plain_table.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "gui/look/type.h"

namespace trainyard {
namespace {

QString selectedRows(const QTableView& table) {
  QModelIndexList rows = table.selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end());
  QStringList lines;
  for (const QModelIndex& row : rows) {
    QStringList cells;
    for (int column = 0; column < table.model()->columnCount(); ++column)
      if (!table.isColumnHidden(column)) cells << row.siblingAtColumn(column).data().toString();
    lines << cells.join(QLatin1Char('\t')).trimmed();
  }
  return lines.join(QLatin1Char('\n'));
}

void makeRowsCopyable(QTableView* table) {
  auto* copy = new QAction(QCoreApplication::translate("CopyableRows", "Copy"), table);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  table->addAction(copy);
  table->setContextMenuPolicy(Qt::ActionsContextMenu);
  QObject::connect(copy, &QAction::triggered, table,
                   [table] { QGuiApplication::clipboard()->setText(selectedRows(*table)); });
}

}  // namespace

QTableView* readOnlyTable(QAbstractItemModel* model) {
  auto* table = new QTableView;
  table->setModel(model);
  table->setFrameShape(QFrame::NoFrame);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setShowGrid(false);
  // Cells are read-only: arrow keys move between them, and Tab leaves the table.
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(look::px(32));
  table->horizontalHeader()->setHighlightSections(false);
  return table;
}

QTableView* plainTable(QAbstractItemModel* model) {
  QTableView* table = readOnlyTable(model);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  makeRowsCopyable(table);
  return table;
}

QTableView* plainTable(QAbstractItemModel* model, int stretchedColumn) {
  QTableView* table = plainTable(model);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setSectionResizeMode(stretchedColumn, QHeaderView::Stretch);
  return table;
}

}  // namespace trainyard
