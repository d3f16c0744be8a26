// SPDX-License-Identifier: GPL-3.0-or-later
// What `yard-agent follow` prints on a login node: a greeting, then answers, each of them a line of
// JSON and the bytes that this line announces. Accepts arbitrary bytes: what else a login prints
// comes from the same stream.
#pragma once

#include <functional>

#include <QByteArray>
#include <QString>

namespace trainyard {

struct HelperAnswer {
  QString error;  // as in the agent's follow_messages.h; empty: none
  QString why;
  int exitCode = 0;
  QByteArray out, err;  // for a file, its content is `out`
};

constexpr qint64 maxHelperAnswerBytes = 8 << 20;

class FollowAnswers {
 public:
  void add(const QByteArray& bytes) { m_bytes += bytes; }
  // Whether the next complete line is the greeting of a helper that speaks our protocol.
  bool takeGreeting();
  // There is no line in more bytes than any line of the helper has.
  bool isNoLine() const;
  // Passes on each complete answer with its id. False: this is not an answer, and nothing after it
  // can be used.
  bool take(const std::function<void(qint64, HelperAnswer)>& deliver);
  void clear() { m_bytes.clear(); }

 private:
  QByteArray m_bytes;
};

}  // namespace trainyard
