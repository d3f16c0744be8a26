// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP connection with a deadline, in a thread that must remain stoppable.
#pragma once

#include <QStringList>

#include "engine/contract/result.h"
#include "remote/ssh/channels/session_inbox.h"

namespace trainyard {

// Tries numeric addresses in order, each for at most 10 s. The descriptor is non-blocking, with
// TCP_NODELAY, and gives up if sent bytes are not acknowledged for 15 s. The error is only the
// reason ("connection refused").
Result<int> connectSocket(const QStringList& addresses, quint16 port, SessionInbox& inbox);

}  // namespace trainyard
