// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of an output file. Their styles become formats when they are first
// painted, so that neither a long file nor a change of the theme costs more
// than what is seen.
#pragma once

#include <QPlainTextEdit>
#include <QTimer>

#include "gui/runs/logs/level_marks.h"
#include "gui/runs/logs/log_search.h"
#include "gui/runs/logs/log_text.h"

namespace trainyard {

class MarkScrollBar;

class LogPane : public QPlainTextEdit {
  Q_OBJECT
 public:
  LogPane();

  void clearLines();
  // Of the newest lines; 0: all.
  void setMaxLines(int lines) { setMaximumBlockCount(lines); }
  // `open` is the last line while it is not complete, and replaces the one
  // before.
  void append(const QList<LogLine>& lines, const LogLine& open);
  // Lines are numbered from 0 as they were appended; this is the first that is
  // still there.
  qint64 firstLine() const;
  qint64 numLines() const { return m_numLines; }

  void setColoured(bool isColoured);
  void setWrapped(bool isWrapped);
  void scrollToEnd();

  // Marks all matches, and goes to the next one from where the reader is.
  void search(const LogPattern& pattern);
  const LogSearch& found() const { return m_search; }
  // Whether all lines were looked at.
  bool isSearched() const { return !m_searchTimer.isActive() && m_numLines > 0; }
  // Of the match that is selected; -1: none is.
  qsizetype currentMatch() const;
  // To the next or the previous match, from the other end after the last one.
  void goToMatch(bool backwards);

  const LevelMarks& levels() const { return m_marks; }
  // To the next or the previous error or warning.
  void goToLevel(bool backwards);
  // False if there is none.
  bool goToLastError();
  // With some of what was before it and all of it that fits.
  void goToLine(qint64 line);

 signals:
  void searched();  // the matches changed, or which one is the current one
  void jumped();    // to another place than the end

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void takeBackOpen();
  // Returns by how many characters the text is longer now, before old lines go.
  int insertLines(const QList<LogLine>& lines, bool isLastOpen);
  // Places of before that many characters went from the beginning.
  void select(int anchor, int place, int dropped);
  void formatSeen();
  void lookOn();
  void selectMatch(qsizetype match);
  void showMarks();
  void paintLevel(QPainter& painter, const QTextBlock& block, qint64 line, double top) const;
  void paintMatches(QPainter& painter, const QTextBlock& block, qint64 line, double top) const;

  qint64 m_numLines = 0;
  bool m_hasOpen = false, m_isColoured = true;
  int m_generation = 0;  // of formats; older ones are made again
  LogSearch m_search;
  QTimer m_searchTimer;
  QTextCursor m_searchStart;
  bool m_isAwaitingMatch = false;  // the first one after m_searchStart becomes the current one
  LevelMarks m_marks;
  LineLevels m_levels, m_levelsBeforeOpen;
  qint64 m_outlined = -1;  // the line to which goToLevel() went
  MarkScrollBar* m_bar;
};

}  // namespace trainyard
