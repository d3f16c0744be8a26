// SPDX-License-Identifier: GPL-3.0-or-later
// A port at which the ranks will meet, kept from being given to others until then.
#pragma once

#include <optional>

#include "engine/agent/processes/child.h"
#include "engine/agent/options.h"
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
  int fd_;  // bound, never listening: rank 0 may bind the same port beside it, the kernel gives it
            // to nobody else
  int number_;
};

// Port 0: the kernel picks. Error "port.of_ranks_taken" (3) when a program listens at the one that
// was asked for.
Result<RendezvousPort> reserve_rendezvous_port(int number);

// MASTER_PORT of the run's variables, or 0. What the agent itself inherited does not count.
int requested_master_port(const Options& options, const Environment& inherited);

}  // namespace trainyard::agent
