// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/remote_targets.h"

#include <cstdlib>
#include <string>

#include "tests/fuzz/targets.h"

namespace trainyard {
namespace {

constexpr FuzzTarget kTargets[] = {{"slurm", fuzz_slurm},
                                   {"events", fuzz_events},
                                   {"stored_events", fuzz_stored_events},
                                   {"agents", fuzz_agents},
                                   {"service", fuzz_service},
                                   {"known_hosts", fuzz_known_hosts},
                                   {"ssh_config", fuzz_ssh_config},
                                   {"printed", fuzz_printed},
                                   {"job_script", fuzz_job_script}};

}  // namespace

// What is known of a run's loss comes with the kinds of schedulers, which no target needs.
bool isLostJob(const std::string&) { return false; }

void require(bool holds) {
  if (!holds) std::abort();
}

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

}  // namespace trainyard
