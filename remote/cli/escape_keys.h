// SPDX-License-Identifier: GPL-3.0-or-later
// The keys that leave a program which no longer answers, as in ssh: `~.` at the start of a line;
// `~~` there is one `~`.
#pragma once

#include <optional>

#include <QByteArray>

namespace trainyard {

class EscapeKeys {
 public:
  // What the program gets of the keys; nothing if it is to be left.
  std::optional<QByteArray> pass(const QByteArray& typed) {
    QByteArray passed;
    for (const char key : typed) {
      if (m_place == Place::lineStart && key == '~') {
        m_place = Place::tilde;
        continue;
      }
      if (m_place == Place::tilde) {
        if (key == '.') return std::nullopt;
        if (key != '~') passed += '~';
      }
      passed += key;
      m_place = key == '\r' || key == '\n' ? Place::lineStart : Place::inLine;
    }
    return passed;
  }

 private:
  enum class Place { lineStart, tilde, inLine };
  Place m_place = Place::lineStart;
};

}  // namespace trainyard
