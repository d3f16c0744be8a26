// SPDX-License-Identifier: GPL-3.0-or-later
// Forwards a port in the host's network to a loopback port of this computer.
#pragma once

#include "remote/host/host.h"
#include "remote/host/relay_channel.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

// Tries one connection first, unless there is a relay, so that a site that forbids forwarding is
// detected here: "forward.refused", "forward.unreachable". It survives the session: later
// connections use the host's session at that time. Only programs of this user may connect: others
// receive no data.
QCoro::Task<Result<std::unique_ptr<Forward>>> openForward(SshLink& link, ForwardWay way,
                                                          std::shared_ptr<RelayChannel> relay,
                                                          std::stop_token stop);

}  // namespace trainyard
