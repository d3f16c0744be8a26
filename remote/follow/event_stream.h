// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the text of a live stream (Server-Sent Events) or of an event file into events.
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
  std::optional<qint64> offset;  // nothing: no line is complete yet
  qint64 badLines = 0;
  QList<qint64> longLines;  // sizes of lines that exceed the limit
};

// The maximum bytes of a line in the file; longer ones are skipped.
constexpr qint64 eventLineLimitBytes = 4 << 20;

// Adds a line to the batch; unknown kinds are skipped, other invalid lines are counted.
void addLine(EventBatch& batch, const QByteArray& line);

// Returns the complete lines of `bytes`, which start at `offset` in the file.
EventBatch linesAt(qint64 offset, const QByteArray& bytes);

// Splits `bytes` at line ends into pieces of not much more than `pieceBytes`.
QList<QByteArray> piecesAtLines(const QByteArray& bytes, qsizetype pieceBytes);

// Parses the bytes of one stream into batches. Events of a generation other than `attempt`,
// heartbeats and comments are skipped.
class EventStreamParser {
 public:
  explicit EventStreamParser(int attempt) : m_attempt(attempt) {}
  EventBatch feed(const QByteArray& bytes);
  // A line exceeded the limit: the rest of the stream cannot be used.
  bool isOver() const { return m_isOver; }

 private:
  void endEvent(EventBatch& batch);

  int m_attempt;
  QByteArray m_remainder, m_id, m_data;
  bool m_isOver = false;
};

}  // namespace trainyard
