// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_text.h"

namespace trainyard {

void LogText::clear() {
  m_decoder = QStringDecoder(QStringDecoder::Utf8);
  m_open.clear();
  m_returned = false;
  m_escape = Escape::none;
}

QStringList LogText::feed(const QByteArray& bytes) {
  QStringList lines;
  const QString text = m_decoder.decode(bytes);
  for (const QChar c : text) take(c, lines);
  return lines;
}

void LogText::take(QChar c, QStringList& lines) {
  const char16_t code = c.unicode();
  switch (m_escape) {
    case Escape::begun:
      m_escape = code == u'[' ? Escape::sequence : code == u']' ? Escape::title : Escape::none;
      return;
    case Escape::sequence:
      if (code >= 0x40 && code <= 0x7e) m_escape = Escape::none;
      return;
    case Escape::title:
      if (code == 0x07) m_escape = Escape::none;
      if (code == 0x1b) m_escape = Escape::begun;
      return;
    case Escape::none:
      break;
  }
  if (code == 0x1b) {
    m_escape = Escape::begun;
  } else if (code == u'\n') {
    lines << m_open;
    m_open.clear();
    m_returned = false;
  } else if (code == u'\r') {
    m_returned = true;
  } else if (code == u'\t' || code >= 0x20) {
    if (m_returned) m_open.clear();
    m_returned = false;
    m_open += c;
    if (m_open.size() >= maxLine) {
      lines << m_open;
      m_open.clear();
    }
  }
}

}  // namespace trainyard
