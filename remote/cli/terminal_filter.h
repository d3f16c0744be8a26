// SPDX-License-Identifier: GPL-3.0-or-later
// What a program wrote, as a terminal may show it: text, line breaks, tabs, carriage returns and
// colours stay; every other control character and sequence is shown as U+FFFD, so that no log sets
// a title, fills the clipboard or moves what is above it.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringDecoder>

namespace trainyard {

class TerminalFilter {
 public:
  // A piece of the output; what is cut in its middle comes with the next one.
  QByteArray pass(const QByteArray& bytes);

 private:
  void take(QChar c, QString& out);

  QStringDecoder m_decoder{QStringDecoder::Utf8};
  QString m_sequence;  // that may become a colour
};

// Control characters (but line breaks and tabs), and those that turn the direction of text.
bool drivesTerminal(QChar c);

}  // namespace trainyard
