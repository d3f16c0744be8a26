// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people write them, in the same way on every page.
#pragma once

#include <QString>

namespace trainyard {

// "1e-5" of "1e-05", "2e6" of "2e+06", which is how programs print them. For a text of one number.
inline QString shortExponent(QString number) {
  using namespace Qt::StringLiterals;
  return number.replace("e-0"_L1, "e-"_L1).replace("e+0"_L1, "e"_L1).replace("e+"_L1, "e"_L1);
}

}  // namespace trainyard
