// SPDX-License-Identifier: GPL-3.0-or-later
// A run's output as lines of text with styles: takes bytes in pieces of any size and returns lines.
// Carriage returns overwrite like on a terminal (a progress bar is one line), SGR sequences become
// styles, other escape sequences are dropped, bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include "gui/runs/logs/sgr_style.h"
#include "remote/values/utf8_pieces.h"

namespace trainyard {

struct LogLine {
  QString text;
  QList<SgrSpan> spans{};  // in order; what has no style has no span

  bool isEmpty() const { return text.isEmpty(); }
};

class LogText {
 public:
  // Returns the lines that are complete now.
  QList<LogLine> feed(const QByteArray& bytes);
  // The start of a line that is not complete yet.
  const LogLine& open() const { return m_open; }
  void clear();
  // Whether an update of a progress bar replaces the one before, or is a line of its own.
  void setCollapsing(bool isCollapsing) { m_isCollapsing = isCollapsing; }

  static constexpr qsizetype maxLine = 20000;  // in characters; longer ones are split

 private:
  void add(QStringView words, QList<LogLine>& lines);
  void addStyled(QStringView words);
  void control(char16_t code, QList<LogLine>& lines);
  void end(QList<LogLine>& lines);

  Utf8Pieces m_text;
  LogLine m_open;
  SgrStyle m_style;
  QString m_parameters;  // of the sequence that has begun
  bool m_isCollapsing = true;
  bool m_returned = false;  // the next character restarts the line
  enum class Escape { none, begun, sequence, title } m_escape = Escape::none;
};

}  // namespace trainyard
