// SPDX-License-Identifier: GPL-3.0-or-later
// Questions of logins, put to the person at the terminal.
#pragma once

#include "remote/service/protocol/protocol.h"

namespace trainyard {

// Asks on the controlling terminal; secrets without echo. Ctrl-C refuses, and a question that is
// not wanted any more ends. Nothing (an empty function) when there is no terminal, so that the
// service says what to do instead.
Answerer terminalAnswerer();

}  // namespace trainyard
