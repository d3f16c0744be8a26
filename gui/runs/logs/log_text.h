// SPDX-License-Identifier: GPL-3.0-or-later
// A run's output as lines of plain text: takes bytes in pieces of any size and returns lines.
// Carriage returns overwrite like on a terminal (a progress bar is one line), escape sequences are
// dropped, bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringDecoder>
#include <QStringList>

namespace trainyard {

class LogText {
 public:
  // Returns the lines that are complete now.
  QStringList feed(const QByteArray& bytes);
  // The start of a line that is not complete yet.
  const QString& open() const { return m_open; }
  void clear();

  static constexpr qsizetype maxLine = 20000;  // in characters; longer ones are split

 private:
  void take(QChar c, QStringList& lines);

  QStringDecoder m_decoder{QStringDecoder::Utf8};
  QString m_open;
  bool m_returned = false;  // the next character restarts the line
  enum class Escape { none, begun, sequence, title } m_escape = Escape::none;
};

}  // namespace trainyard
