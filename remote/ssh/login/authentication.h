// SPDX-License-Identifier: GPL-3.0-or-later
// Authentication in the order of OpenSSH: "none" to learn the server's methods; then the agent's
// keys (including certificates) and the identity files, keyboard-interactive, a password; and again
// if the server requires another method after a successful one.
#pragma once

#include "remote/ssh/login/login_conversation.h"

namespace trainyard {

// Errors: "host.refused", "host.needs_person", "host.unreachable" if the connection ended, and the
// error of a question.
Result<void> authenticate(ssh_session session, const LoginRequest& request, LoginWait& wait,
                          LoginConversation& talk);

}  // namespace trainyard
