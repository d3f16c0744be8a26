// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rsh`: started by rsync as its remote shell. It passes its three streams to the service,
// which holds the ssh session and connects them directly to the command, and waits for the exit
// status.
#pragma once

namespace trainyard {

// `arguments` are those from rsync: the host's name, then the words of the remote command, already
// quoted for one shell. The service's socket and the token of this transfer are in
// TRAINYARD_RSH_SOCKET and TRAINYARD_RSH_TOKEN. Returns the remote command's exit status; 255 if
// the service is not running or the connection breaks, like ssh.
int remoteShell(int count, char** arguments);

}  // namespace trainyard
