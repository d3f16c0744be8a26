#include "remote/process/private_process.h"

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
  ::umask(077);
  hideMemory();
}

}  // namespace trainyard
