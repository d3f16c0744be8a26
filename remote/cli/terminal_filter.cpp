// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/terminal_filter.h"

#include <utility>

namespace trainyard {
namespace {

constexpr QChar escape(0x1b);
constexpr qsizetype maxColour = 40;

}  // namespace

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
