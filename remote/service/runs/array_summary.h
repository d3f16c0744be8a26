// SPDX-License-Identifier: GPL-3.0-or-later
// What an array is, from what its tasks are. Pure.
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
// Open as long as a task is; then complete when all are, else as the first task that is not.
ArraySummary summaryOf(const QList<RunRecord>& tasks);

}  // namespace trainyard
