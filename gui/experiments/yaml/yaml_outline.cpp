// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/yaml/yaml_outline.h"

#include <QRegularExpression>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

int depthOf(const QString& line) {
  int depth = 0;
  while (depth < line.size() && line[depth] == u' ') ++depth;
  return depth;
}

const QRegularExpression& keyExpression() {
  static const QRegularExpression key(u"^( *(?:- +)*)([A-Za-z_][\\w.-]*)\\s*:(?=\\s|$)\\s*(.*)$"_s);
  return key;
}

bool beginsBlockText(const QString& value) {
  static const QRegularExpression begins(u"^[|>][-+0-9]*\\s*(?:#.*)?$"_s);
  return begins.match(value).hasMatch();
}

}  // namespace

void YamlOutline::read(const QStringList& lines) {
  struct Open {
    int indentation, line;
  };
  m_lines.assign(static_cast<std::size_t>(lines.size()), {});
  std::vector<Open> open;
  // A line belongs to those that are open and less indented.
  const auto own = [&](int line, int depth) {
    for (const Open& each : open)
      if (each.indentation < depth) m_lines[static_cast<std::size_t>(each.line)].last = line;
  };
  int blockText = -1;  // the indentation of the key that a text of several lines belongs to
  for (int i = 0; i < count(); ++i) {
    Line& line = m_lines[static_cast<std::size_t>(i)];
    line.last = i;
    const QString& text = lines[i];
    const QString words = text.trimmed();
    if (words.isEmpty()) continue;
    const int depth = depthOf(text);
    // These end nothing, and belong to what they are indented below.
    const bool isOfText = blockText >= 0 && depth > blockText;
    if (!isOfText) blockText = -1;
    if (isOfText || words.startsWith(u'#')) {
      own(i, depth);
      continue;
    }
    const bool isItem = words.startsWith(u"- "_s) || words == u"-"_s;
    while (!open.empty() &&
           (open.back().indentation > depth || (open.back().indentation == depth && !isItem)))
      open.pop_back();
    own(i, depth + 1);
    const auto key = keyExpression().match(text);
    if (!key.hasMatch()) continue;
    line.keyColumn = static_cast<int>(key.capturedStart(2));
    line.keyLength = static_cast<int>(key.capturedLength(2));
    const QString above =
        open.empty() ? QString() : m_lines[static_cast<std::size_t>(open.back().line)].path;
    line.path = above.isEmpty() ? key.captured(2) : above + u'.' + key.captured(2);
    open.push_back({line.keyColumn, i});
    if (beginsBlockText(key.captured(3))) blockText = line.keyColumn;
  }
}

int YamlOutline::headOf(int line) const {
  for (int head = std::min(line, count()) - 1; head >= 0; --head)
    if (at(head).last >= line) return head;
  return -1;
}

int YamlOutline::lineOf(const QString& path) const {
  for (int line = 0; line < count(); ++line)
    if (!path.isEmpty() && at(line).path == path) return line;
  return -1;
}

int YamlOutline::nearestLineOf(const QString& path) const {
  for (QString known = path; !known.isEmpty();
       known = known.contains(u'.') ? known.left(known.lastIndexOf(u'.')) : QString())
    if (const int line = lineOf(known); line >= 0) return line;
  return -1;
}

QString YamlOutline::sectionAt(int line, int indentation) const {
  for (int above = std::min(line, count()) - 1; above >= 0; --above)
    if (!at(above).path.isEmpty() && at(above).keyColumn < indentation) return at(above).path;
  return {};
}

}  // namespace trainyard
