#include "remote/process/private_process.h"

#include <cstdio>
#include <cstdlib>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace trainyard {

void hideMemory() {
  ::prctl(PR_SET_DUMPABLE, 0);
  // The soft limit only: a run of this computer that wants core files may raise it again.
  rlimit cores{};
  if (::getrlimit(RLIMIT_CORE, &cores) == 0) {
    cores.rlim_cur = 0;
    ::setrlimit(RLIMIT_CORE, &cores);
  }
}

void becomePrivate() {
  const mode_t before = ::umask(077);
  // The first of ours that a person starts; it hands on what it found.
  char text[8];
  std::snprintf(text, sizeof text, "%04o", static_cast<unsigned>(before));
  ::setenv(umaskBefore, text, 0);
  hideMemory();
}

}  // namespace trainyard
