// SPDX-License-Identifier: GPL-3.0-or-later
// The common table style of all pages: selects whole rows, read-only, no grid. Ctrl+C and a context
// menu copy the selected rows, one per line, with cells separated by tabs.
#pragma once

class QAbstractItemModel;
class QTableView;

namespace trainyard {

// None takes ownership of the model. This one has nothing that copies.
QTableView* readOnlyTable(QAbstractItemModel* model);
QTableView* plainTable(QAbstractItemModel* model);
// For reading: columns are as wide as their content, and one takes up the remaining width.
QTableView* plainTable(QAbstractItemModel* model, int stretchedColumn);

}  // namespace trainyard
