#include "gui/forms/copyable_rows.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QTableView>
#include <algorithm>

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

}  // namespace

void makeRowsCopyable(QTableView* table) {
  auto* copy = new QAction(QCoreApplication::translate("CopyableRows", "Copy"), table);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  table->addAction(copy);
  table->setContextMenuPolicy(Qt::ActionsContextMenu);
  QObject::connect(copy, &QAction::triggered, table, [table] { QGuiApplication::clipboard()->setText(selectedRows(*table)); });
}

}  // namespace trainyard
