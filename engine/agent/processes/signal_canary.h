// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a signal that only this process got (scancel --batch, --signal=B:…) from one that all
// processes of the job got (time limit, scancel): a child that does nothing, and dies of the
// latter.
#pragma once

#include <sys/types.h>

#include <optional>

namespace trainyard::agent {

class SignalCanary {
 public:
  SignalCanary() = default;
  SignalCanary(const SignalCanary&) = delete;
  ~SignalCanary();

  // Starts it where none lives.
  void start();
  pid_t pid() const { return pid_; }
  // Whoever waits for children has seen its end.
  void reaped(int wait_status);
  // The signal that it died of since start(); nothing while it lives.
  std::optional<int> died_of() const { return died_of_; }

 private:
  pid_t pid_ = 0;
  std::optional<int> died_of_;
};

}  // namespace trainyard::agent
