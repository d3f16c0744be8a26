// SPDX-License-Identifier: GPL-3.0-or-later
// A run that another one waits for (resources.after): its syntax, and its form for a queue.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/result.h"
#include "remote/values/message.h"

namespace trainyard {

enum class AfterWhen { completed, ended, failed };

// "completed:RUN", "ended:RUN", "failed:RUN"; RUN alone means completed.
struct AfterRun {
  AfterWhen when = AfterWhen::completed;
  QString run;
};
AfterRun afterFrom(const QString& text);
QString toText(const AfterRun& after);

// "waits for pretrain-3f2a9c01 to complete"; `name`: the run's display name.
Message waitingFor(AfterWhen when, const QString& name);
// It ended differently than required, so that what waits for it never starts.
// "after.not_completed", "after.not_failed".
Error neverAfter(AfterWhen when, const QString& name);
// False if it ended differently than required.
inline bool isMetBy(AfterWhen when, bool isCompleted) {
  return when == AfterWhen::ended || (when == AfterWhen::completed) == isCompleted;
}

struct JobDependency {
  AfterWhen when = AfterWhen::completed;
  QString job;     // the scheduler's id for it
  QString folder;  // of the run, on the target
  QString name;    // of the run, for display
};

}  // namespace trainyard
