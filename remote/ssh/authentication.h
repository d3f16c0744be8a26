// Proving who we are: first the agent's keys (certificates too), then the identity files.
#pragma once

#include "remote/ssh/login.h"
#include "remote/ssh/login_wait.h"

namespace trainyard {

// loggedIn, passphrase (the server would take a locked key), refused, or unreachable when the
// connection ended.
LoginOutcome authenticate(ssh_session session, const LoginRequest& request, LoginWait& wait);

}  // namespace trainyard
