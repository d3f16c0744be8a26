// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of text as columns on stdout.
#pragma once

#include <QList>
#include <QStringList>

namespace trainyard {

// Columns as wide as their widest cell; the last one is not filled up. All rows have as many cells.
void printTable(const QList<QStringList>& rows);

}  // namespace trainyard
