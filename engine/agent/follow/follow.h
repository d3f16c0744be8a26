// SPDX-License-Identifier: GPL-3.0-or-later
// `yard-agent follow BASE`: the one helper on a login node. Reads questions from its standard input
// and answers them on its standard output (follow_messages.h): files of the base folder and their
// growth, which it looks at each second (notifications of the system do not cross NFS or Lustre),
// and Slurm's queue. Starts nothing else and writes nothing.
#pragma once

#include <string>

namespace trainyard::agent {

// Until its input ends, nothing is heard for 3 minutes, or nobody takes what it says for a minute.
// Its exit code.
int follow(const std::string& base, int input, int output);

}  // namespace trainyard::agent
