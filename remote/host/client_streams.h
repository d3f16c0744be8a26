// SPDX-License-Identifier: GPL-3.0-or-later
// A program on a host whose streams are those of a client of this computer (`yard rsh`, `yard
// shell`): the client passes them to this process as descriptors, and the session's thread connects
// them to the program.
//
// On the client's connection, a frame is one byte kind, a 4-byte length and the content. The client
// sends D, empty, with its three streams attached, and then W with the columns and rows of its
// terminal as 4 bytes each. It gets R, text for people, and at the end X with the exit status.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include <QLocalSocket>

#include "remote/process/descriptor.h"
#include "remote/ssh/channels/remote_script.h"
#include "remote/ssh/channels/remote_terminal.h"
#include "remote/ssh/ssh_link.h"

namespace trainyard {

struct CarriedProgram {
  // Called once the host is connected, so that the login's PATH is known. An empty command is the
  // login shell.
  std::function<RemoteScript(const SshLink& link)> script;
  std::optional<RemoteTerminal> terminal{};
};

// Takes over the connection, from which Qt must not read any more: descriptors would be lost.
Descriptor connectionOf(std::unique_ptr<QLocalSocket> socket);

// Ends with the program, or ends the program when the client has gone.
QCoro::Task<void> carryStreams(SshLink& link, Descriptor client, CarriedProgram program,
                               std::stop_token stop);

}  // namespace trainyard
