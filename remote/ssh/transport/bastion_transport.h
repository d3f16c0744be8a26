// SPDX-License-Identifier: GPL-3.0-or-later
// A connection made by another host: the way to a host behind a bastion.
#pragma once

#include <stop_token>

#include <QDeadlineTimer>

#include "remote/ssh/transport/transport.h"
#include "remote/ssh/channels/ssh_channel.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {

// `changed` is woken when the channel, which is awaited here, ends; it must outlive the transport.
// Errors: "host.refused" if the bastion forbids forwarding, "host.unreachable", "cancelled"; or
// that of the bastion's session.
QCoro::Task<Result<std::unique_ptr<Transport>>> carryThrough(std::shared_ptr<SessionInbox> bastion,
                                                             QString bastionName, SshSettings to,
                                                             Waiter& changed, std::stop_token stop);

}  // namespace trainyard
