// A port of the host's network, brought to an ephemeral port of this computer's loopback address.
#pragma once

#include "remote/host/host.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

// Tries one connection first, so that a site that forbids forwarding says so here:
// "forward.refused", "forward.unreachable". It outlives the session: later connections use the
// host's session of that time.
QCoro::Task<Result<std::unique_ptr<Forward>>> openForward(SshLink& link, QString address,
                                                          quint16 port, std::stop_token stop);

}  // namespace trainyard
