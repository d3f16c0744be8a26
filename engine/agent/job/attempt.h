// SPDX-License-Identifier: GPL-3.0-or-later
// Claims the run folder: one live agent at a time, the next attempt, and the file that others find
// the agent by.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/system/process_identity.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {

struct Attempt {
  RunFolder run;
  std::int64_t number = 0;
  std::filesystem::path folder;  // <run>/attempts/0001
  RunIdentity identity;          // members are empty if there is no run.json
};

// How to treat an agent that is still alive on the folder. A scheduler restarts a job after losing
// a node on which the old agent may still run: then the new attempt is created, and the old one
// notices and ends itself.
enum class EarlierAgent { refuses, is_superseded };

// Creates the next attempt. Errors: "run_folder.absent" (2), "run_folder.in_use_by_agent" (2; names
// the live agent's pid) or "run_folder.in_use_elsewhere" (2), "run_folder.not_writable" (3). An
// error leaves nothing behind. The claim lasts as long as this process.
Result<Attempt> claim_attempt(const std::filesystem::path& run_dir,
                              EarlierAgent earlier = EarlierAgent::refuses);

// The content of agent.json: addresses (list), port, token, job_id, pid, boot_id,
// process_start_time (clock ticks after boot).
struct AgentFile {
  std::vector<std::string> addresses;
  std::uint16_t port = 0;
  std::string token;  // 64 hexadecimal digits
  std::string job_id;
  ProcessIdentity process;
};

// Written atomically, with mode 0600 from the first byte.
Result<void> write_agent_file(const std::filesystem::path& attempt_folder,
                              const AgentFile& content);
Result<AgentFile> read_agent_file(const std::filesystem::path& attempt_folder);

// Returns 256 bits from the kernel's random source as hexadecimal digits.
std::string make_token();

}  // namespace trainyard::agent
