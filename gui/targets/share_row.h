// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trainyard {

// How much of something is used: "GPUs at once: 24 of 32".
struct ShareRow {
  QString name, aside;           // aside: in small behind the name
  QString value, rest;           // "24", "of 32"
  double first = 0, second = 0;  // parts of the bar from 0 to 1: one's own, and that of others
  bool isTight = false;          // nearly used up
  bool operator==(const ShareRow&) const = default;
};

}  // namespace trainyard
