// SPDX-License-Identifier: GPL-3.0-or-later
// Proving who we are, as OpenSSH goes about it: "none" to learn what the server takes; then the
// agent's keys (certificates too) and the identity files, answers to the server's questions, a
// password; and again where the server wants another proof after one that it took.
#pragma once

#include "remote/ssh/login/login_conversation.h"

namespace trainyard {

// Errors: "host.refused", "host.needs_person", "host.unreachable" when the connection ended, and
// what a question ended with.
Result<void> authenticate(ssh_session session, const LoginRequest& request, LoginWait& wait,
                          LoginConversation& talk);

}  // namespace trainyard
