// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/signal_canary.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/agent/processes/signals_blocked.h"

namespace trainyard::agent {

SignalCanary::~SignalCanary() {
  if (pid_ > 0) ::kill(pid_, SIGKILL);  // reaped by whoever waits for children
}

void SignalCanary::start() {
  if (pid_ > 0) return;
  died_of_.reset();
  const SignalsBlocked until_it_handles_them;
  const pid_t agent = ::getpid(), child = ::fork();
  if (child > 0) pid_ = child;
  if (child != 0) return;
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != agent) ::_exit(0);
  for (int number = 1; number < 32; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Streams of the agent that it kept open would seem to be in use after the agent dies.
  for (int fd = 0; fd < 1024; ++fd) ::close(fd);
  while (true) ::pause();
}

void SignalCanary::reaped(int wait_status) {
  pid_ = 0;
  died_of_ = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
}

}  // namespace trainyard::agent
