// SPDX-License-Identifier: GPL-3.0-or-later
// A connection that another host makes: the way to a host behind a bastion.
#pragma once

#include <stop_token>

#include <QDeadlineTimer>

#include "remote/ssh/transport/transport.h"
#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {

// `changed` is woken by the channel's ends, waited for here, and outlives the carrier. Errors:
// "host.refused" where the bastion forbids forwarding, "host.unreachable", "cancelled"; or that of
// the bastion's session.
QCoro::Task<Result<std::unique_ptr<Transport>>> carryThrough(std::shared_ptr<SessionInbox> bastion,
                                                             QString bastionName, SshSettings to,
                                                             Waiter& changed, std::stop_token stop);

}  // namespace trainyard
