// SPDX-License-Identifier: GPL-3.0-or-later
// Taking the run folder: one living agent at a time, the next attempt, and the file by which others
// find the agent.
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
  RunIdentity identity;          // empty members where there is no run.json
};

// What becomes of an agent that still lives on the folder. A scheduler starts a job again when it
// has lost a node on which the old one may go on: then the new attempt is made, and the old one
// sees it and ends itself.
enum class EarlierAgent { refuses, is_superseded };

// Makes the next attempt. Errors: "run_folder.absent" (2), "run_folder.in_use_by_agent" (2; names
// the living agent's pid) or "run_folder.in_use_elsewhere" (2), "run_folder.not_writable" (3).
// Nothing is left behind by an error. The claim lasts as long as this process.
Result<Attempt> claim_attempt(const std::filesystem::path& run_dir,
                              EarlierAgent earlier = EarlierAgent::refuses);

// What agent.json holds: addresses (list), port, token, job_id, pid, boot_id, process_start_time
// (clock ticks after boot).
struct AgentFile {
  std::vector<std::string> addresses;
  std::uint16_t port = 0;
  std::string token;  // 64 hexadecimal digits
  std::string job_id;
  ProcessIdentity process;
};

// Written whole or not at all, mode 0600 from its first byte on.
Result<void> write_agent_file(const std::filesystem::path& attempt_folder,
                              const AgentFile& content);
Result<AgentFile> read_agent_file(const std::filesystem::path& attempt_folder);

// 256 bits of the kernel's random source as hexadecimal digits.
std::string make_token();

}  // namespace trainyard::agent
