// SPDX-License-Identifier: GPL-3.0-or-later
// The targets of fuzz_remote: what comes from a login node, a run, a server, or another program of
// this user. Each function ends the program where something does not hold that must.
#pragma once

#include <string_view>

#include "engine/contract/result.h"

namespace trainyard {

// What Slurm's commands print, and the tables of sites' own commands about accounts.
void fuzz_slurm(std::string_view input);
// The events of a run, as a file and as a live stream.
void fuzz_events(std::string_view input);
// Those events in the store, and what is read there.
void fuzz_stored_events(std::string_view input);
// What agents and the helper on a login node say to each other and to this computer.
void fuzz_agents(std::string_view input);
// The service's socket: every call's arguments and answer.
void fuzz_service(std::string_view input);
// The first line: a host's name; the rest: known_hosts.
void fuzz_known_hosts(std::string_view input);
// The first line: a host's name; the rest: an ssh configuration.
void fuzz_ssh_config(std::string_view input);
// What a command prints: dictionaries, lines of JSON, progress bars, errors.
void fuzz_printed(std::string_view input);
// A job script's #SBATCH lines, and the experiment made of it.
void fuzz_job_script(std::string_view input);

// A parser broke its promise.
void require(bool holds);
template <class T>
void require(const Result<T>& result) {
  require(static_cast<bool>(result));
}

}  // namespace trainyard
