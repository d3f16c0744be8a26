// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/logs/line_levels.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

bool isWordCharacter(QChar c) { return c.isLetterOrNumber() || c == u'_'; }

// Whether `word` stands alone somewhere, and is not the name of a value.
bool hasWholeWord(QStringView line, QStringView word) {
  for (qsizetype at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    const qsizetype end = at + word.size();
    const bool begins = at == 0 || !isWordCharacter(line[at - 1]);
    const bool ends = end == line.size() || (!isWordCharacter(line[end]) && line[end] != u'=');
    if (begins && ends) return true;
  }
  return false;
}

// "mean absolute error: 0.31" reports a value.
bool isValue(QStringView rest) {
  rest = rest.trimmed();
  if (!rest.isEmpty() && (rest.front() == u'-' || rest.front() == u'+')) rest = rest.sliced(1);
  const auto end = std::find_if(rest.begin(), rest.end(), [](QChar c) { return !c.isDigit(); });
  return end != rest.end() && (*end == u'.' || *end == u'e') && end + 1 != rest.end() &&
         ((end + 1)->isDigit() || *(end + 1) == u'-');
}

// "error:" after nothing but names of programs and places: "srun: error:", "a.c:3:5: error:".
bool hasLowercaseMark(QStringView line, QStringView mark) {
  for (qsizetype at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) {
    const QStringView before = line.first(at).trimmed();
    const bool isFirst = before.isEmpty() || before.endsWith(u':') || before.endsWith(u']') ||
                         before.endsWith(u'>') || before.endsWith(u"fatal");
    const bool isWord = at == 0 || !isWordCharacter(line[at - 1]);
    if (isFirst && isWord && !isValue(line.sliced(at + mark.size()))) return true;
  }
  return false;
}

// "KeyError: 'labels'", "torch.cuda.OutOfMemoryError: ...", "Error: ...".
bool hasErrorName(QStringView line) {
  for (const QStringView mark : {QStringView(u"Error:"), QStringView(u"Exception:")})
    for (qsizetype at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1))
      if (!isValue(line.sliced(at + mark.size()))) return true;
  return false;
}

// A name alone, as Python ends a traceback without words: "KeyboardInterrupt", "MyError".
bool isExceptionName(QStringView line) {
  const bool isName = std::all_of(line.begin(), line.end(),
                                  [](QChar c) { return isWordCharacter(c) || c == u'.'; });
  return isName && (line.endsWith(u"Error") || line.endsWith(u"Exception") ||
                    line.endsWith(u"Interrupt") || line.endsWith(u"Exit"));
}

// "E1126 12:51:41" and "[E1126", "[E ProcessGroupNCCL.cpp", as glog and c10 write them.
bool hasGlogLetter(QStringView line, QStringView letters) {
  const bool isBracketed = line.startsWith(u'[');
  if (isBracketed) line = line.sliced(1);
  if (line.size() < 6 || !letters.contains(line[0])) return false;
  if (isBracketed && line[1] == u' ' && line[2].isUpper()) return true;
  return std::all_of(line.begin() + 1, line.begin() + 5, [](QChar c) { return c.isDigit(); }) &&
         line[5] == u' ';
}

bool isErrorLine(QStringView line) {
  for (const QStringView word : {QStringView(u"ERROR"), QStringView(u"CRITICAL"),
                                 QStringView(u"FATAL"), QStringView(u"FAILED")})
    if (hasWholeWord(line, word)) return true;
  return hasErrorName(line) || hasLowercaseMark(line, u"error:") || isExceptionName(line) ||
         line.contains(u"CUDA out of memory") || line.contains(u"CUDA error") ||
         line.contains(u"Segmentation fault") || line.contains(u"(core dumped)") ||
         line.contains(u"oom-kill") || line == u"Killed" || hasGlogLetter(line, u"EF");
}

bool isWarningLine(QStringView line) {
  return hasWholeWord(line, u"WARNING") || hasWholeWord(line, u"WARN") ||
         line.contains(u"Warning:") || hasLowercaseMark(line, u"warning:") ||
         hasGlogLetter(line, u"W");
}

// Without what a launcher puts before each line of a rank: "[rank3]: ", "3: ".
QStringView withoutRank(QStringView line) {
  qsizetype end = 0;
  if (line.startsWith(u"[rank")) {
    end = line.indexOf(u"]:");
    if (end < 0 || end > 12) return line;
    end += 2;
  } else {
    while (end < line.size() && line[end].isDigit()) ++end;
    if (end == 0 || end >= line.size() || line[end] != u':') return line;
    ++end;
  }
  return line.sliced(end < line.size() && line[end] == u' ' ? end + 1 : end);
}

// Without the time, rank and stream that stand before each line of merged.log:
// "2026-11-26 10:13:39.123 0 out ".
QStringView withoutStamp(QStringView line) {
  constexpr qsizetype stampLength = 24;
  if (line.size() <= stampLength || line[4] != u'-' || line[10] != u' ' || line[19] != u'.' ||
      line[23] != u' ')
    return line;
  const qsizetype rank = line.indexOf(u' ', stampLength);
  const QStringView rest = rank < 0 ? QStringView() : line.sliced(rank + 1);
  if (!rest.startsWith(u"out ") && !rest.startsWith(u"err ")) return line;
  return rest.sliced(4);
}

}  // namespace

LineLevels::Verdict LineLevels::feed(QStringView whole) {
  const QStringView line = withoutRank(withoutStamp(whole));
  const bool isIndented = line.startsWith(u"  ") || line.startsWith(u'\t');
  const QStringView words = line.trimmed();
  const Within before = m_within;
  if (words.startsWith(u"Traceback (most recent call last)")) {
    m_within = Within::traceback;
    return {LineLevel::error, true};
  }
  if (before == Within::traceback) {
    // Its last line, which names the exception, is the first that is not indented.
    if (!isIndented && !words.isEmpty()) m_within = Within::error;
    return {LineLevel::error, false};
  }
  if (isIndented && before == Within::error) return {LineLevel::error, false};
  // The line of the source that warned.
  if (isIndented && before == Within::warning) {
    m_within = Within::nothing;
    return {LineLevel::warning, false};
  }
  m_within = Within::nothing;
  if (words.startsWith(u"terminate called")) {
    m_within = Within::error;
    return {LineLevel::error, before != Within::error};
  }
  if (isErrorLine(words)) {
    m_within = Within::error;
    return {LineLevel::error, true};
  }
  if (!isWarningLine(words)) return {};
  m_within = Within::warning;
  return {LineLevel::warning, true};
}

}  // namespace trainyard
