// SPDX-License-Identifier: GPL-3.0-or-later
// Prints rows of text as columns on stdout.
#pragma once

#include <QList>
#include <QStringList>

namespace trainyard {

// Columns are as wide as their widest cell; the last one is not padded. All rows must have the same
// number of cells.
void printTable(const QList<QStringList>& rows);

}  // namespace trainyard
