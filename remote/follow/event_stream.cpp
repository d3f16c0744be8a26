// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/follow/event_stream.h"

#include <utility>

namespace trainyard {

void addLine(EventBatch& batch, const QByteArray& line) {
  auto event =
      parse_event(std::string_view(line.constData(), static_cast<std::size_t>(line.size())));
  if (event)
    batch.events.push_back(std::move(*event));
  else if (event.error().code != "event.unknown_kind")
    ++batch.badLines;
}

EventBatch linesAt(qint64 offset, const QByteArray& bytes) {
  EventBatch batch;
  qsizetype begin = 0;
  for (qsizetype end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', begin)) {
    addLine(batch, bytes.mid(begin, end - begin));
    begin = end + 1;
    batch.offset = offset + begin;
  }
  return batch;
}

QList<QByteArray> piecesAtLines(const QByteArray& bytes, qsizetype pieceBytes) {
  QList<QByteArray> pieces;
  for (qsizetype begin = 0; begin < bytes.size();) {
    qsizetype end = bytes.indexOf('\n', begin + pieceBytes);
    end = end < 0 ? bytes.size() : end + 1;
    pieces.append(bytes.mid(begin, end - begin));
    begin = end;
  }
  return pieces;
}

EventBatch EventStreamParser::feed(const QByteArray& bytes) {
  EventBatch batch;
  if (m_isOver) return batch;
  m_remainder += bytes;
  qsizetype begin = 0;
  for (qsizetype end = m_remainder.indexOf('\n'); end >= 0;
       end = m_remainder.indexOf('\n', begin)) {
    QByteArray line = m_remainder.mid(begin, end - begin);
    begin = end + 1;
    if (line.endsWith('\r')) line.chop(1);
    const qsizetype colon = line.indexOf(':');
    const QByteArray field = line.left(colon);
    const QByteArray value =
        colon < 0 ? QByteArray() : line.mid(colon + (line.mid(colon + 1, 1) == " " ? 2 : 1));
    if (line.isEmpty())
      endEvent(batch);
    else if (field == "id")
      m_id = value;
    else if (field == "data")
      m_data += m_data.isEmpty() ? value : '\n' + value;
  }
  m_remainder.remove(0, begin);
  m_isOver = m_remainder.size() + m_data.size() > eventLineLimitBytes + 1024;
  if (m_isOver) m_remainder.clear(), m_data.clear();
  return batch;
}

void EventStreamParser::endEvent(EventBatch& batch) {
  const QByteArray id = std::exchange(m_id, {}), data = std::exchange(m_data, {});
  const qsizetype colon = id.indexOf(':');
  if (colon < 0 || id.left(colon).toInt() != m_attempt) return;
  addLine(batch, data);
  batch.offset = id.mid(colon + 1).toLongLong();
}

}  // namespace trainyard
