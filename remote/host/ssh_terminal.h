// SPDX-License-Identifier: GPL-3.0-or-later
// A program of a person on a host: the client that has the ticket connects, and the program's
// streams are the client's (client_streams.h).
#pragma once

#include "remote/host/host.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

// Expects the client for half a minute. `inbox`: of the link's session, which is in use from now
// on.
StreamListener::Ticket offerProgram(SshLink& link, std::shared_ptr<SessionInbox> inbox,
                                    StreamListener& door, ClientProgram program);

}  // namespace trainyard
