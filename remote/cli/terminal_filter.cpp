// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/terminal_filter.h"

#include <utility>

namespace trainyard {
namespace {

constexpr QChar escape(0x1b);
constexpr qsizetype maxColour = 40;

}  // namespace

bool drivesTerminal(QChar c) {
  const bool isControl = (c.unicode() < 0x20 && c != u'\n' && c != u'\t') ||
                         (c.unicode() >= 0x7f && c.unicode() < 0xa0);
  const bool turnsText = (c.unicode() >= 0x202a && c.unicode() <= 0x202e) ||
                         (c.unicode() >= 0x2066 && c.unicode() <= 0x2069);
  return isControl || turnsText;
}

QByteArray TerminalFilter::pass(const QByteArray& bytes) {
  const QString text = m_text.take(bytes);
  QString out;
  for (const QChar c : text) take(c, out);
  return out.toUtf8();
}

// A colour sequence is ESC [, numbers, m.
void TerminalFilter::take(QChar c, QString& out) {
  if (!m_sequence.isEmpty()) {
    const bool isNext = m_sequence.size() == 1 ? c == u'[' : c.isDigit() || c == u';' || c == u':';
    if (isNext && m_sequence.size() < maxColour && c.unicode() < 0x80) {
      m_sequence += c;
      return;
    }
    QString sequence = std::exchange(m_sequence, {});
    if (c == u'm' && sequence.size() > 1) {
      out += sequence + c;
      return;
    }
    out += QChar(QChar::ReplacementCharacter) + sequence.mid(1);
  }
  if (c == escape)
    m_sequence = c;
  else
    out += drivesTerminal(c) && c != u'\r' ? QChar(QChar::ReplacementCharacter) : c;
}

}  // namespace trainyard
