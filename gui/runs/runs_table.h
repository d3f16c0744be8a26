// SPDX-License-Identifier: GPL-3.0-or-later
// A tree whose current row is never replaced by one that the user did not select: when it
// disappears (removed or filtered), no row is current, and focus alone does not make one current
// either.
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
