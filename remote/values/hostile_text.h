// SPDX-License-Identifier: GPL-3.0-or-later
// Characters of third-party texts that are no text.
#pragma once

#include <QChar>

namespace trainyard {

// Control characters (except line breaks and tabs), and those that change the text direction.
inline bool drivesTerminal(QChar c) {
  const bool isControl = (c.unicode() < 0x20 && c != u'\n' && c != u'\t') ||
                         (c.unicode() >= 0x7f && c.unicode() < 0xa0);
  const bool turnsText = (c.unicode() >= 0x202a && c.unicode() <= 0x202e) ||
                         (c.unicode() >= 0x2066 && c.unicode() <= 0x2069);
  return isControl || turnsText;
}

}  // namespace trainyard
