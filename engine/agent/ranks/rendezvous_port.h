// SPDX-License-Identifier: GPL-3.0-or-later
// Reserves the port at which the ranks will meet, so that it is not given to others in the
// meantime.
#pragma once

#include <optional>

#include "engine/agent/processes/child.h"
#include "engine/agent/job/options.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

class RendezvousPort {
 public:
  RendezvousPort(int fd, int number) : fd_(fd), number_(number) {}
  RendezvousPort(RendezvousPort&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), number_(other.number_) {}
  RendezvousPort(const RendezvousPort&) = delete;
  ~RendezvousPort();
  int number() const { return number_; }

 private:
  int fd_;  // bound but not listening: rank 0 can bind the same port, and the kernel gives it to no
            // one else
  int number_;
};

// Port 0: chosen by the kernel. Error "port.of_ranks_taken" (3) if a program already listens on the
// requested one.
Result<RendezvousPort> reserve_rendezvous_port(int number);

// Returns MASTER_PORT from the run's variables, or 0. The agent's inherited environment does not
// count.
int requested_master_port(const Options& options, const Environment& inherited);

}  // namespace trainyard::agent
