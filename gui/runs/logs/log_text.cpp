// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/log_text.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr qsizetype maxParameters = 256;
constexpr char16_t escapeCode = 0x1b, bellCode = 0x07;

bool isShownCode(char16_t code) { return code == u'\t' || code >= 0x20; }

// These would end a line of the text that shows them.
bool endsBlock(QChar c) {
  const char16_t code = c.unicode();
  return code == 0x2028 || code == 0x2029 || code == 0xfdd0 || code == 0xfdd1;
}

}  // namespace

void LogText::clear() {
  m_text = {};
  m_open = {};
  m_style = {};
  m_parameters.clear();
  m_returned = false;
  m_escape = Escape::none;
}

QList<LogLine> LogText::feed(const QByteArray& bytes) {
  QList<LogLine> lines;
  QString text = m_text.take(bytes);
  std::replace_if(text.begin(), text.end(), endsBlock, QChar(QChar::ReplacementCharacter));
  const QStringView all(text);
  for (qsizetype at = 0; at < all.size();) {
    qsizetype end = at;
    if (m_escape == Escape::none)
      while (end < all.size() && isShownCode(all[end].unicode())) ++end;
    if (end > at)
      add(all.sliced(at, end - at), lines);
    else
      control(all[end++].unicode(), lines);
    at = end;
  }
  return lines;
}

void LogText::control(char16_t code, QList<LogLine>& lines) {
  switch (m_escape) {
    case Escape::begun:
      m_escape = code == u'[' ? Escape::sequence : code == u']' ? Escape::title : Escape::none;
      m_parameters.clear();
      return;
    case Escape::sequence:
      if (code >= 0x40 && code <= 0x7e) {
        if (code == u'm') m_style.apply(m_parameters);
        m_escape = Escape::none;
      } else if (m_parameters.size() < maxParameters) {
        m_parameters += QChar(code);
      }
      return;
    case Escape::title:
      if (code == bellCode) m_escape = Escape::none;
      if (code == escapeCode) m_escape = Escape::begun;
      return;
    case Escape::none:
      break;
  }
  if (code == escapeCode) m_escape = Escape::begun;
  if (code == u'\n') end(lines);
  if (code == u'\r') m_returned = true;
}

void LogText::end(QList<LogLine>& lines) {
  lines << m_open;
  m_open = {};
  m_returned = false;
}

void LogText::add(QStringView words, QList<LogLine>& lines) {
  if (m_returned && !m_isCollapsing && !m_open.isEmpty()) end(lines);
  if (m_returned) m_open = {};
  m_returned = false;
  while (!words.isEmpty()) {
    const qsizetype room = std::min(words.size(), maxLine - m_open.text.size());
    addStyled(words.first(room));
    words = words.sliced(room);
    if (m_open.text.size() >= maxLine) end(lines);
  }
}

void LogText::addStyled(QStringView words) {
  const auto begin = static_cast<int>(m_open.text.size()), length = static_cast<int>(words.size());
  m_open.text += words;
  if (m_style.isPlain()) return;
  QList<SgrSpan>& spans = m_open.spans;
  if (!spans.isEmpty() && spans.back().style == m_style &&
      spans.back().begin + spans.back().length == begin)
    spans.back().length += length;
  else
    spans << SgrSpan{begin, length, m_style};
}

}  // namespace trainyard
