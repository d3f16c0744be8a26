// SPDX-License-Identifier: GPL-3.0-or-later
// Sanitizes a program's output for a terminal: text, line breaks, tabs, carriage returns and
// colours are kept; every other control character or sequence is shown as U+FFFD, so that no log
// can set a title, fill the clipboard or change earlier output.
#pragma once

#include <QByteArray>
#include <QString>

#include "remote/values/hostile_text.h"
#include "remote/values/utf8_pieces.h"

namespace trainyard {

class TerminalFilter {
 public:
  // Filters a piece of the output; incomplete sequences are completed by the next one.
  QByteArray pass(const QByteArray& bytes);

 private:
  void take(QChar c, QString& out);

  Utf8Pieces m_text;
  QString m_sequence;  // that may become a colour
};

}  // namespace trainyard
