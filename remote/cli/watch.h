// SPDX-License-Identifier: GPL-3.0-or-later
// Follows runs on the terminal until they end.
#pragma once

#include <QCoroTask>
#include <QString>

#include "remote/service/client/client.h"

namespace trainyard {

enum class WatchOutput { terminal, lines, quiet };

// Shows a bar that is redrawn on a terminal, otherwise lines, on stderr; and the end with its
// reason. Returns the run's exit code. Ctrl-C only stops watching, and prints how to cancel.
QCoro::Task<Result<int>> watchRun(ServiceClient& client, QString run, WatchOutput output);

// Prints each change of a run in the study as a line until all have ended; returns 0 if all
// completed, else the code of the first that did not. Ctrl-C as above.
QCoro::Task<Result<int>> watchStudy(ServiceClient& client, QString study, WatchOutput output);

// Prints each trial of a search whose trials are jobs as it ends, until the study is over. 0 if one
// is complete. Ctrl-C only stops watching.
QCoro::Task<Result<int>> watchSearch(ServiceClient& client, QString study, WatchOutput output);

// From now on, Ctrl-C leaves what is running alone, says so, and how to watch or cancel it.
void explainInterrupt(const QString& run, const QString& what);
// The same with a custom message of at most 1,000 bytes.
void explainInterruptAs(const QString& words);

// `terminal` if stderr is one.
WatchOutput usualWatchOutput();

}  // namespace trainyard
