// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_table.h"

#include <QSignalBlocker>

namespace trainyard {

// Called before the selection model is notified, which would select the next row.
void RunsTable::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) {
  for (QModelIndex row = currentIndex(); row.isValid(); row = row.parent())
    if (row.parent() == parent && row.row() >= start && row.row() <= end) {
      selectionModel()->clear();
      break;
    }
  QTreeView::rowsAboutToBeRemoved(parent, start, end);
}

void RunsTable::focusInEvent(QFocusEvent* event) {
  const bool hasNone = !currentIndex().isValid();
  const QSignalBlocker quiet(hasNone ? selectionModel() : nullptr);
  QTreeView::focusInEvent(event);
  if (hasNone) selectionModel()->clear();
}

}  // namespace trainyard
