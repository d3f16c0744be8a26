// SPDX-License-Identifier: GPL-3.0-or-later
// From the bytes of an output file to its lines, a piece at a time: the window answers in between.
#pragma once

#include "gui/runs/logs/log_text.h"

namespace trainyard {

class LogFeed {
 public:
  void setCollapsing(bool isCollapsing) { m_text.setCollapsing(isCollapsing); }
  // Forgets all. `isCut`: the first line to arrive is incomplete.
  void restart(bool isCut = false);
  // A place of the file whose line is to be found; -1: none.
  void find(qint64 offset) { m_wanted = offset; }
  // `end`: where in the file these bytes end. The line of the place to be found, from 0 as they
  // will be fed; -1: it is not among them.
  qint64 add(QByteArray bytes, qint64 end);
  // The lines of the next piece, and the start of one that is not complete.
  QList<LogLine> next();
  const LogLine& open() const { return m_text.open(); }
  bool isEmpty() const { return m_pending.isEmpty(); }

 private:
  LogText m_text;
  QByteArray m_pending;  // read, but not made lines yet
  bool m_isCut = false;
  qint64 m_wanted = -1;
};

}  // namespace trainyard
