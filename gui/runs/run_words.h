// Where runs stand, in words, as tables and pages show it.
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
  // Between 0 and 1; nothing when it is unknown.
  static std::optional<double> progress(const RunRecord& run);
  // Seconds since the start of the run, to its end or to `now`; 0 before the start.
  static double elapsed(const RunRecord& run, double now);
};

}  // namespace trainyard
