// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the user on the terminal for what logins need.
#pragma once

#include "remote/service/protocol/protocol.h"

namespace trainyard {

// no: passwords that the keychain has are used, and no further ones are kept.
enum class KeepPasswords { no, yes };

// Asks on the controlling terminal; secrets without echo. Ctrl-C refuses, and a question that is no
// longer needed is withdrawn. Returns an empty function if there is no terminal, so that the
// service says what to do instead.
Answerer terminalAnswerer(KeepPasswords keep = KeepPasswords::no);

}  // namespace trainyard
