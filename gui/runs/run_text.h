// SPDX-License-Identifier: GPL-3.0-or-later
// Where runs stand, in words, as tables and pages show it.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

class RunText {
  Q_DECLARE_TR_FUNCTIONS(RunText)
 public:
  static QString state(const RunRecord& run);  // "Waiting"; of one whose job was lost: "Lost"
  static QString name(const RunRecord& run);   // of an array's task: "sweep [3]"
  // One sentence on where the run stands: its state, and why when there is a reason.
  static QString sentence(const RunRecord& run);
  // When it is expected to start, where the scheduler says; empty otherwise. `now` in Unix seconds.
  static QString expected(const RunRecord& run, double now);
  // "Sending the engine: 120 MiB of 480 MiB, 12 MiB a second, 30 s left".
  static QString transfer(const ProgressReport& report);
  // Whether it is still compared with what is there, before it travels.
  static bool isReading(const ProgressReport& report);
  // Whether it never ran because its job was lost: what continues other runs submits this one
  // again.
  static bool isLost(const RunRecord& run);
  // Whether its sentence tells already that its target is out of reach.
  static bool saysReach(const RunRecord& run);
  // Between 0 and 1; nothing when it is unknown.
  static std::optional<double> progress(const RunRecord& run);
  // Seconds since the start of the run, to its end or to `now`; 0 before the start.
  static double elapsed(const RunRecord& run, double now);
};

}  // namespace trainyard
