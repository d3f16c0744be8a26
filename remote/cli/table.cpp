// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/table.h"

#include <algorithm>

#include "remote/cli/output.h"

namespace trainyard {

void printTable(const QList<QStringList>& rows) {
  if (rows.isEmpty()) return;
  QList<qsizetype> widths(rows.first().size(), 0);
  for (const QStringList& cells : rows)
    for (qsizetype i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  for (const QStringList& cells : rows) {
    QString line;
    for (qsizetype i = 0; i + 1 < cells.size(); ++i) line += cells[i].leftJustified(widths[i] + 2);
    print(line + cells.last());
  }
}

}  // namespace trainyard
