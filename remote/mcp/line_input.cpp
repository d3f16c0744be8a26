// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/mcp/line_input.h"

#include <utility>

namespace trainyard {

LineInput::LineInput(qint64 limit, std::function<void(const QByteArray&)> onLine,
                     std::function<void()> onLongLine)
    : m_limit(limit), m_onLine(std::move(onLine)), m_onLongLine(std::move(onLongLine)) {}

void LineInput::feed(const QByteArray& bytes) {
  qsizetype begin = 0;
  while (begin < bytes.size()) {
    const qsizetype found = bytes.indexOf('\n', begin);
    const qsizetype stop = found < 0 ? bytes.size() : found;
    m_isLong = m_isLong || m_begun.size() + (stop - begin) > m_limit;
    if (m_isLong)
      m_begun.clear();
    else
      m_begun += bytes.mid(begin, stop - begin);
    if (found < 0) return;
    end();
    begin = found + 1;
  }
}

void LineInput::end() {
  const QByteArray line = std::exchange(m_begun, {});
  if (std::exchange(m_isLong, false))
    m_onLongLine();
  else
    m_onLine(line);
}

}  // namespace trainyard
