// SPDX-License-Identifier: GPL-3.0-or-later
// The state of runs as text, for tables and pages.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

class RunText {
  Q_DECLARE_TR_FUNCTIONS(RunText)
 public:
  static QString state(const RunRecord& run);  // "Waiting"; if its job was lost: "Lost"
  // Its title if it has one; for an array's task "sweep [3]"; for a run of a study with its values.
  static QString name(const RunRecord& run);
  // The same where its study is known: only its values, "learning_rate 1e-5".
  static QString shortName(const RunRecord& run);
  // One sentence about the run: its state, and the reason if there is one.
  static QString summary(const RunRecord& run);
  // What is wrong with the last value of its loss: "The last loss is NaN."; empty if it is finite.
  static QString lossWarning(const RunRecord& run);
  // The exit code of its job with what it means, where it is none of the program's own.
  static QString exitCode(const RunRecord& run);
  // When it is expected to start, if the scheduler reports it; empty otherwise. `now` in Unix
  // seconds.
  static QString expected(const RunRecord& run, double now);
  // "Sending the engine: 120 MiB of 480 MiB, 12 MiB a second, 30 s left".
  static QString transfer(const ProgressReport& report);
  // Whether it is still being compared with what is there, before the transfer.
  static bool isReading(const ProgressReport& report);
  // Whether it never ran because its job was lost: resuming submits it again.
  static bool isLost(const RunRecord& run);
  // Whether its reason already says that its target cannot be reached.
  static bool saysReach(const RunRecord& run);
  // Between 0 and 1; nothing if unknown.
  static std::optional<double> progress(const RunRecord& run);
  // How many seconds this computer's clock is ahead of the target's. Events that were read long
  // after they happened look like a clock that is behind; those count as none.
  static double clockOffset(const RunRecord& run);
  // The file on this computer that the run can be started again from: its own copy, or for a run on
  // a cluster the one it was created from.
  static QString experiment(const RunRecord& run);
  // Seconds from the start of the run to its end or to `now`; 0 before the start.
  static double elapsed(const RunRecord& run, double now);

 private:
  static QString stateSentence(const RunRecord& run);
};

}  // namespace trainyard
