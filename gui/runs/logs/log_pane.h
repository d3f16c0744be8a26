// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of an output file. Their styles become formats when they are first painted, so that
// neither a long file nor a change of the theme costs more than what is seen.
#pragma once

#include <QPlainTextEdit>

#include "gui/runs/logs/log_text.h"

namespace trainyard {

class LogPane : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit LogPane(QWidget* parent = nullptr);

  void clearLines();
  // Of the newest lines; 0: all.
  void setMaxLines(int lines) { setMaximumBlockCount(lines); }
  // `open` is the last line while it is not complete, and replaces the one before.
  void append(const QList<LogLine>& lines, const LogLine& open);
  // Lines are numbered from 0 as they were appended; this is the first that is still there.
  qint64 firstLine() const;
  qint64 numLines() const { return m_numLines; }

  void setColoured(bool isColoured);
  void setWrapped(bool isWrapped);
  void scrollToEnd();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void insertLines(const QList<LogLine>& lines);
  void formatSeen();

  qint64 m_numLines = 0;
  bool m_hasOpen = false, m_isColoured = true;
  int m_generation = 0;  // of formats; older ones are made again
};

}  // namespace trainyard
