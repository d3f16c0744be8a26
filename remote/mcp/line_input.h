// SPDX-License-Identifier: GPL-3.0-or-later
// What arrives in pieces, as lines. Of a line that is too long nothing is kept, and what follows it
// is read as usual.
#pragma once

#include <functional>

#include <QByteArray>

namespace trainyard {

class LineInput {
 public:
  LineInput(qint64 limit, std::function<void(const QByteArray&)> onLine,
            std::function<void()> onLongLine);
  void feed(const QByteArray& bytes);

 private:
  void end();

  qint64 m_limit;
  std::function<void(const QByteArray&)> m_onLine;
  std::function<void()> m_onLongLine;
  QByteArray m_begun;
  bool m_isLong = false;
};

}  // namespace trainyard
