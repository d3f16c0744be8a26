// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines of an experiment's text are: which setting each has, and which lines belong to it.
// Read line by line from indentation and keys, so that it also works while the text is no valid
// YAML. Lines count from 0.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace trainyard {

class YamlOutline {
 public:
  struct Line {
    QString path;  // of the setting or section whose key it has; empty: it has none
    int keyColumn = 0, keyLength = 0;
    int last = 0;  // the last line that belongs to it; its own number if it is alone
  };

  void read(const QStringList& lines);

  int count() const { return static_cast<int>(m_lines.size()); }
  const Line& at(int line) const { return m_lines[static_cast<std::size_t>(line)]; }
  bool isHead(int line) const { return line >= 0 && line < count() && at(line).last > line; }
  // The innermost line that this one belongs to; -1: none.
  int headOf(int line) const;
  // Where a setting is written; -1: it is not.
  int lineOf(const QString& path) const;
  // The same, or the section that it would be in.
  int nearestLineOf(const QString& path) const;
  // The section that a key with this indentation would belong to in a line; empty: none.
  QString sectionAt(int line, int indentation) const;

 private:
  std::vector<Line> m_lines;
};

}  // namespace trainyard
