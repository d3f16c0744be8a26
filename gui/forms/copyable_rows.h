// Tables whose rows can be taken along: Ctrl+C and a context menu copy the selected rows, one a line, cells between tabs.
#pragma once

class QTableView;

namespace trainyard {

void makeRowsCopyable(QTableView* table);

}  // namespace trainyard
