// SPDX-License-Identifier: GPL-3.0-or-later
// The patterns of ssh_config(5) and known_hosts: * and ?, nothing else.
#pragma once

#include <QByteArray>

namespace trainyard {

// Takes at most the product of both lengths, whatever the pattern.
inline bool matchesWildcards(const QByteArray& text, const QByteArray& pattern) {
  qsizetype at = 0, wanted = 0, star = -1, starAt = 0;
  while (at < text.size()) {
    if (wanted < pattern.size() && pattern[wanted] == '*') {
      star = wanted++;
      starAt = at;
    } else if (wanted < pattern.size() && (pattern[wanted] == '?' || pattern[wanted] == text[at])) {
      ++at;
      ++wanted;
    } else if (star >= 0) {
      wanted = star + 1;
      at = ++starAt;
    } else {
      return false;
    }
  }
  while (wanted < pattern.size() && pattern[wanted] == '*') ++wanted;
  return wanted == pattern.size();
}

}  // namespace trainyard
