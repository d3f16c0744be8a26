// SPDX-License-Identifier: GPL-3.0-or-later
// A run's output as lines of plain text: bytes in pieces of any size, lines out. What a terminal
// would do with a carriage return is done (a progress bar is one line), escape sequences are left
// out, bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringDecoder>
#include <QStringList>

namespace trainyard {

class LogText {
 public:
  // The lines that are whole now.
  QStringList feed(const QByteArray& bytes);
  // The beginning of a line whose end has not arrived.
  const QString& open() const { return m_open; }
  void clear();

  static constexpr qsizetype longestLine = 20000;  // characters; longer ones are cut into several

 private:
  void take(QChar c, QStringList& lines);

  QStringDecoder m_decoder{QStringDecoder::Utf8};
  QString m_open;
  bool m_returned = false;  // the next character begins the line again
  enum class Escape { none, begun, sequence, title } m_escape = Escape::none;
};

}  // namespace trainyard
