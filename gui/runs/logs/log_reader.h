// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one output file of a run from its end, in pieces, and follows it while the run writes. What
// is read arrives as lines.
#pragma once

#include <QObject>
#include <QTimer>

#include "gui/runs/logs/log_feed.h"
#include "gui/runs/actions/run_actions.h"

namespace trainyard {

class RunModel;

class LogReader : public QObject {
  Q_OBJECT
 public:
  LogReader(RunModel* run, RunActions* actions, QObject* parent = nullptr);

  // How much of a long file is read from its end initially, and the maximum with readEarlier().
  static constexpr qint64 tailBytes = 1 << 20, maxTailBytes = 16 << 20;

  const QString& run() const { return m_run; }
  int attempt() const { return m_attempt; }  // 0: the newest
  const QList<LogFile>& files() const { return m_files; }
  const QString& file() const { return m_file; }
  // What is shown of the file is from `begin` to `end`; both are 0 while nothing is known.
  qint64 begin() const { return m_begin; }
  qint64 end() const { return m_offset; }
  qint64 tail() const { return m_tail; }
  bool canReadEarlier(bool hasDropped) const;
  // Whether the last answer brought nothing new.
  bool isAtEnd() const { return m_isAtEnd; }
  const QString& problem() const { return m_problem; }

  // Nothing is asked for while nobody looks.
  void setActive(bool isActive);
  void chooseAttempt(int attempt);
  void open(const QString& file);
  void readEarlier();
  // Begins a little before this place, where a line begins, and reads a piece of the file only.
  void openAt(qint64 offset);
  // Whether it is a piece; then its end is not followed.
  bool isPiece() const { return m_stop > 0; }
  void setCollapsing(bool isCollapsing);

 signals:
  void restarted();  // another run: nothing is known of it yet
  void listed();
  void opened();  // what was read is void
  // `open` is the start of a line that is not complete; it replaces the one before.
  void read(const QList<trainyard::LogLine>& lines, const trainyard::LogLine& open);
  // Of openAt(): the line of that place, from 0 as they were read.
  void reached(qint64 line);
  void changed();  // anything else

 private:
  void restart();
  void begin(qint64 offset);
  void poll();
  void take(const LogChunk& chunk);
  void feedPiece();

  RunModel* m_model;
  RunActions* m_actions;
  QTimer m_timer;
  QTimer m_feedTimer;
  LogFeed m_feed;
  QList<LogFile> m_files;
  QString m_run, m_file, m_problem;
  int m_attempt = 0;
  qint64 m_begin = 0, m_offset = 0, m_tail = 0;
  qint64 m_stop = 0;  // where a piece ends; 0: the file is followed
  bool m_isActive = false, m_isReading = false, m_isAtEnd = false;
  bool m_hasMore = false;  // the last answer was not the end of the file
  // The run had ended when this was requested, so an empty answer is the last one.
  bool m_isLastLook = false, m_isComplete = false;
};

}  // namespace trainyard
