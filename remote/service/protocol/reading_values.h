// SPDX-License-Identifier: GPL-3.0-or-later
// Reading an attempt's kept output again, with a pattern or other names.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include "remote/values/records.h"

namespace trainyard {

struct RereadArguments {
  QString run;
  int attempt = 0;       // 0: the newest
  QString pattern;       // as command.metrics_pattern; empty: lines are learned
  QString step;          // as command.metrics_step; empty: found
  QStringList leaveOut;  // as command.metrics_leave_out
  bool preview = false;  // says what would be read, and changes nothing
  bool keep = false;     // also writes it to the file of the run's experiment
};
inline void describe(Section<RereadArguments>& section) {
  section.field("run", &RereadArguments::run).required();
  section.field("attempt", &RereadArguments::attempt).minimum(0);
  section.field("pattern", &RereadArguments::pattern);
  section.field("step", &RereadArguments::step);
  section.field("leave_out", &RereadArguments::leaveOut);
  section.field("preview", &RereadArguments::preview);
  section.field("keep", &RereadArguments::keep);
}

struct ReadCurve {
  QString name;
  qint64 points = 0;
  double last = 0;
};
inline void describe(Section<ReadCurve>& section) {
  section.field("name", &ReadCurve::name);
  section.field("points", &ReadCurve::points);
  section.field("last", &ReadCurve::last);
}

struct RereadAnswer {
  int attempt = 0;
  qint64 lines = 0, points = 0;  // lines that were there; points that were read from them
  QString line;                  // an example of those that are read; empty: none, or no lines
  QList<ReadCurve> curves;
};
inline void describe(Section<RereadAnswer>& section) {
  section.field("attempt", &RereadAnswer::attempt);
  section.field("lines", &RereadAnswer::lines);
  section.field("points", &RereadAnswer::points);
  section.field("line", &RereadAnswer::line);
  section.field("curves", &RereadAnswer::curves);
}

}  // namespace trainyard
