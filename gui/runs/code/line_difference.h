// SPDX-License-Identifier: GPL-3.0-or-later
// In which lines two texts differ: the shortest script of removed and added lines (Myers 1986, "An
// O(ND) difference algorithm and its variations").
#pragma once

#include <QList>
#include <QString>

namespace trainyard {

struct DifferenceLine {
  enum class Kind { same, removed, added, skipped };
  Kind kind = Kind::same;
  int before = 0, after = 0;  // line numbers from 1 on; 0: it is not in that text
  QString text;
  // Where it differs from the line that it replaces or is replaced by, in characters; empty if it
  // replaces none.
  qsizetype from = 0, length = 0;
  int skipped = 0;  // of Kind::skipped: how many lines that are the same are left out
};

// With at most `context` lines that are the same around what differs; nothing if no line differs.
// Texts with more than some 2,000 differing lines are one removed and one added block.
QList<DifferenceLine> lineDifference(const QString& before, const QString& after, int context = 3);

}  // namespace trainyard
