// SPDX-License-Identifier: GPL-3.0-or-later
// The ProxyCommand of the ssh configuration: a program on this computer whose standard streams are
// the connection.
#pragma once

#include "remote/process/waiter.h"
#include "remote/ssh/transport/transport.h"
#include "remote/ssh/config/ssh_settings.h"

namespace trainyard {

// Starts it like ssh: `exec COMMAND` by the user's shell ($SHELL, else /bin/sh), in its own process
// group. `changed` is woken when it ends, and must outlive the transport.
std::unique_ptr<Transport> carryByProgram(const SshSettings& to, Waiter& changed);

}  // namespace trainyard
