// SPDX-License-Identifier: GPL-3.0-or-later
// Derives an array's state from those of its tasks. Pure.
#pragma once

#include <QList>
#include <QString>

#include "remote/values/message.h"
#include "remote/store/records.h"

namespace trainyard {

struct ArraySummary {
  RunState state = RunState::waiting;
  QString code;
  Message reason;    // "3 of 8 tasks completed, 4 running, 1 waiting"
  int exitCode = 0;  // of the first task that did not complete
};
// Open as long as any task is; then completed if all are, else like the first task that is not.
ArraySummary summaryOf(const QList<RunRecord>& tasks);

}  // namespace trainyard
