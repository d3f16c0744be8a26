// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent follow BASE`: the single helper process on a login node. It reads requests from its
// standard input and answers on its standard output (follow_messages.h): files in the base folder
// and their growth, which it polls every second (file notifications do not work across NFS or
// Lustre), and the scheduler's queue. It starts nothing else and writes nothing.
#pragma once

#include <string>

namespace trainyard::agent {

// Runs until its input ends, nothing is received for 3 minutes, or its output is blocked for a
// minute. Returns its exit code.
int follow(const std::string& base, int input, int output);

}  // namespace trainyard::agent
