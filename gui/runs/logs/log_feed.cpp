// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_feed.h"

#include <utility>

namespace trainyard {
namespace {

// What becomes lines and is shown within a frame or so.
constexpr qsizetype pieceBytes = 1 << 17;

}  // namespace

void LogFeed::restart(bool isCut) {
  m_text.clear();
  m_pending.clear();
  m_isCut = isCut;
  m_wanted = -1;
}

qint64 LogFeed::add(QByteArray bytes, qint64 end) {
  if (m_isCut) {
    const qsizetype line = bytes.indexOf('\n');
    bytes.remove(0, line < 0 ? bytes.size() : line + 1);
    m_isCut = line < 0;
  }
  m_pending += bytes;
  // What was cut off and what arrives later is counted from the end of what is there now.
  const qint64 from = end - m_pending.size();
  if (m_wanted < from || m_wanted >= end) return -1;
  return m_pending.first(std::exchange(m_wanted, -1) - from).count('\n');
}

QList<LogLine> LogFeed::next() {
  const QByteArray piece = m_pending.left(pieceBytes);
  m_pending.remove(0, piece.size());
  return m_text.feed(piece);
}

}  // namespace trainyard
