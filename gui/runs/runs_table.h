// SPDX-License-Identifier: GPL-3.0-or-later
// A tree whose current row is never replaced by another one that nobody chose: when it goes (it was
// removed, or a filter hides it), no row is current, and the focus alone makes none current either.
#pragma once

#include <QTreeView>

namespace trainyard {

class RunsTable : public QTreeView {
  Q_OBJECT
 public:
  using QTreeView::QTreeView;

 protected:
  void rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end) override;
  void focusInEvent(QFocusEvent* event) override;
};

}  // namespace trainyard
