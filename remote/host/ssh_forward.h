// SPDX-License-Identifier: GPL-3.0-or-later
// A port of the host's network, brought to a port of this computer's loopback address.
#pragma once

#include "remote/host/host.h"
#include "remote/host/relay_channel.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

// Tries one connection first, unless there is a relay, so that a site that forbids forwarding says
// so here: "forward.refused", "forward.unreachable". It outlives the session: later connections use
// the host's session of that time. Only programs of this user may connect: others get no byte.
QCoro::Task<Result<std::unique_ptr<Forward>>> openForward(SshLink& link, ForwardWay way,
                                                          std::shared_ptr<RelayChannel> relay,
                                                          std::stop_token stop);

}  // namespace trainyard
