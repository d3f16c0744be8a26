// SPDX-License-Identifier: GPL-3.0-or-later
// A run that another one waits for (resources.after): as it is written, and as a queue needs it.
#pragma once

#include <optional>

#include <QString>

#include "engine/contract/result.h"
#include "remote/values/message.h"

namespace trainyard {

enum class AfterWhen { completed, ended, failed };

// "completed:RUN", "ended:RUN", "failed:RUN"; RUN alone means its completion.
struct AfterRun {
  AfterWhen when = AfterWhen::completed;
  QString run;
};
AfterRun afterFrom(const QString& text);
QString toText(const AfterRun& after);

// "waits for pretrain-3f2a9c01 to complete"; `name`: what a person calls the run.
Message waitingFor(AfterWhen when, const QString& name);
// It ended otherwise than was waited for: what waits never starts. "after.not_completed",
// "after.not_failed".
Error neverAfter(AfterWhen when, const QString& name);
// Nothing: it ended otherwise.
inline bool isMetBy(AfterWhen when, bool isCompleted) {
  return when == AfterWhen::ended || (when == AfterWhen::completed) == isCompleted;
}

struct JobDependency {
  AfterWhen when = AfterWhen::completed;
  QString job;     // what the scheduler calls it
  QString folder;  // of the run, on the target
  QString name;    // of the run, to a person
};

}  // namespace trainyard
