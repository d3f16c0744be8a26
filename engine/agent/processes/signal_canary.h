// SPDX-License-Identifier: GPL-3.0-or-later
// Distinguishes a signal sent only to this process (scancel --batch, --signal=B:…) from one sent to
// all processes of the job (time limit, scancel): an idle child process, which dies of the latter.
#pragma once

#include <sys/types.h>

#include <optional>

namespace trainyard::agent {

class SignalCanary {
 public:
  SignalCanary() = default;
  SignalCanary(const SignalCanary&) = delete;
  ~SignalCanary();

  // Starts it unless it is running.
  void start();
  pid_t pid() const { return pid_; }
  // To be called by the code that waits for children when it has ended.
  void reaped(int wait_status);
  // The signal that killed it since start(); nothing while it is running.
  std::optional<int> died_of() const { return died_of_; }

 private:
  pid_t pid_ = 0;
  std::optional<int> died_of_;
};

}  // namespace trainyard::agent
