// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>

namespace trainyard::agent {

// Around fork. Until a child has reset the handlers that it inherited, a signal to it would run one
// of the agent's and be lost; a blocked one stays pending and then takes effect.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace trainyard::agent
