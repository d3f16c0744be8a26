// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as every page shows them: whole rows, nothing to edit, no lines. Ctrl+C and a context menu
// copy the selected rows, one a line, cells between tabs.
#pragma once

class QAbstractItemModel;
class QTableView;

namespace trainyard {

// The model stays its owner's.
QTableView* plainTable(QAbstractItemModel* model);
// For reading: its columns are as wide as they need, one takes what the others leave.
QTableView* plainTable(QAbstractItemModel* model, int stretchedColumn);

}  // namespace trainyard
