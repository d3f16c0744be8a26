// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a file or its name as they may stand in the window.
#pragma once

#include <QString>

namespace trainyard {

// What would control a terminal, or turn the direction of what follows, becomes U+FFFD. Line breaks
// stay only in several lines.
enum class ShownLines { one, several };
inline QString shownText(QString text, ShownLines lines) {
  for (QChar& c : text) {
    const bool isBreak = c == u'\n' || c == u'\t';
    const bool turns = (c >= u'\u202A' && c <= u'\u202E') || (c >= u'\u2066' && c <= u'\u2069');
    if ((c.category() == QChar::Other_Control && !(isBreak && lines == ShownLines::several)) ||
        turns)
      c = u'\uFFFD';
  }
  return text;
}

}  // namespace trainyard
