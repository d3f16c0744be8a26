// SPDX-License-Identifier: GPL-3.0-or-later
// The ProxyCommand of the ssh configuration: a program of this computer whose standard streams are
// the connection.
#pragma once

#include "remote/process/waiter.h"
#include "remote/ssh/transport/transport.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {

// Starts it as ssh does: `exec COMMAND` by the person's shell ($SHELL, else /bin/sh), in a process
// group of its own. `changed` is woken when it ends, and outlives the carrier.
std::unique_ptr<Transport> carryByProgram(const SshSettings& to, Waiter& changed);

}  // namespace trainyard
