// Following one run on the terminal until it ends.
#pragma once

#include <QCoroTask>
#include <QString>

#include "remote/service/client/client.h"

namespace trainyard {

enum class WatchOutput { terminal, lines, quiet };

// A bar that is redrawn on a terminal, lines elsewhere, on stderr; the end with its reason too.
// Returns the run's exit code. Ctrl-C ends only the watching, and says how to cancel.
QCoro::Task<int> watchRun(ServiceClient& client, QString run, WatchOutput output);

// Ctrl-C from now on leaves what goes on alone, says so, and how to see it or to end it.
void explainInterrupt(const QString& run, const QString& what);

// `terminal` when stderr is one.
WatchOutput usualWatchOutput();

}  // namespace trainyard
