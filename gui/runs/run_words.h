// States, times and sizes in words, as tables and pages show them.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/store/records.h"

namespace trainyard {

class RunWords {
  Q_DECLARE_TR_FUNCTIONS(RunWords)
 public:
  static QString state(RunState state);  // "Waiting"
  // One sentence on where the run stands: its state, and why when there is a reason.
  static QString sentence(const RunRecord& run);
  static QString duration(double seconds);   // "4 s", "12 min", "3 h 20 min", "2 d 4 h"
  // "just now", "5 min ago", "14:32", "3 Nov", always relative to `now`, both in Unix seconds.
  static QString moment(double time, double now);
  static QString bytes(qint64 size);
  // Between 0 and 1; nothing when it is unknown.
  static std::optional<double> progress(const RunRecord& run);
  // Seconds since the start of the run, to its end or to `now`; 0 before the start.
  static double elapsed(const RunRecord& run, double now);
};

}  // namespace trainyard
