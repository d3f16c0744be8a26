// SPDX-License-Identifier: GPL-3.0-or-later
// Following runs on the terminal until they end.
#pragma once

#include <QCoroTask>
#include <QString>

#include "remote/service/client/client.h"

namespace trainyard {

enum class WatchOutput { terminal, lines, quiet };

// A bar that is redrawn on a terminal, lines elsewhere, on stderr; the end with its reason too.
// Returns the run's exit code. Ctrl-C ends only the watching, and says how to cancel.
QCoro::Task<int> watchRun(ServiceClient& client, QString run, WatchOutput output);

// Each change of a run of the study as a line, until all are over; returns 0 where all completed,
// else the code of the first that did not. Ctrl-C as above.
QCoro::Task<int> watchStudy(ServiceClient& client, QString study, WatchOutput output);

// What `yard watch` follows: a run, or a study.
QCoro::Task<int> watchCommand(ServiceClient& client, QString text);

// Ctrl-C from now on leaves what goes on alone, says so, and how to see it or to end it.
void explainInterrupt(const QString& run, const QString& what);
// The same in words of one's own, of at most 1,000 bytes.
void explainInterruptAs(const QString& words);

// `terminal` when stderr is one.
WatchOutput usualWatchOutput();

}  // namespace trainyard
