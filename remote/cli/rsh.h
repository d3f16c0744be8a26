// SPDX-License-Identifier: GPL-3.0-or-later
// `yard rsh`: what rsync starts as its remote shell. It hands its three streams over to the
// service, which holds the ssh session and joins them to the command itself, and waits for the exit
// status.
#pragma once

namespace trainyard {

// `arguments` as rsync gives them: the host's name, then the words of the remote command, already
// quoted for one shell. The service's socket and the token of this transfer are in
// TRAINYARD_RSH_SOCKET and TRAINYARD_RSH_TOKEN. Returns the remote command's exit status; 255 when
// the service is not there or the link breaks, as ssh does.
int remoteShell(int count, char** arguments);

}  // namespace trainyard
