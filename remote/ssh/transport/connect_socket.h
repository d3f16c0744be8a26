// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP connection with a deadline, in a thread that must stay able to stop.
#pragma once

#include <QStringList>

#include "engine/contract/result.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

// Tries numeric addresses in turn, each for at most 10 s. The descriptor is non-blocking, sends
// small packets at once, and gives up when sent bytes stay unanswered for 15 s. The error holds
// only the reason ("connection refused").
Result<int> connectSocket(const QStringList& addresses, quint16 port, SessionInbox& inbox);

}  // namespace trainyard
