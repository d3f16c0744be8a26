// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a live stream (Server-Sent Events) and of an event file, cut into events.
#pragma once

#include <optional>
#include <vector>

#include <QByteArray>
#include <QList>

#include "engine/contract/run/events.h"

namespace trainyard {

// Events with the offset in the attempt's file after the last of them.
struct EventBatch {
  std::vector<Event> events;
  std::optional<qint64> offset;  // nothing: no line was whole yet
  qint64 badLines = 0;
  QList<qint64> longLines;  // sizes of lines that are longer than one can be
};

// A line of the file may have this many bytes; a longer one is passed over.
constexpr qint64 eventLineLimitBytes = 4 << 20;

// Adds one line to the batch; unknown kinds are passed over, other bad lines are counted.
void addLine(EventBatch& batch, const QByteArray& line);

// The whole lines of `bytes`, which begin at `offset` in the file.
EventBatch linesAt(qint64 offset, const QByteArray& bytes);

// Where the whole lines of `bytes` may be cut so that no piece has many more than `pieceBytes`.
QList<QByteArray> piecesAtLines(const QByteArray& bytes, qsizetype pieceBytes);

// Bytes of one stream in, batches out. Events of another generation than `attempt`, heartbeats and
// comments are passed over.
class EventStreamParser {
 public:
  explicit EventStreamParser(int attempt) : m_attempt(attempt) {}
  EventBatch feed(const QByteArray& bytes);
  // A line became longer than one can be: nothing that follows can be used.
  bool isOver() const { return m_isOver; }

 private:
  void endEvent(EventBatch& batch);

  int m_attempt;
  QByteArray m_rest, m_id, m_data;
  bool m_isOver = false;
};

}  // namespace trainyard
