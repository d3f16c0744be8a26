// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/private_process.h"

#include <cstdio>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace trainyard {

void hideMemory() {
  ::prctl(PR_SET_DUMPABLE, 0);
  // Only the soft limit: a run on this computer that wants core files can raise it again.
  rlimit cores{};
  if (::getrlimit(RLIMIT_CORE, &cores) == 0) {
    cores.rlim_cur = 0;
    ::setrlimit(RLIMIT_CORE, &cores);
  }
}

std::string ownUmask() {
  const mode_t own = ::umask(077);
  ::umask(own);
  char text[8];
  std::snprintf(text, sizeof text, "%04o", static_cast<unsigned>(own));
  return text;
}

void restrictUmask() {
  ::umask(077);
  hideMemory();
}

}  // namespace trainyard
