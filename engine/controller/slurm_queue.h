// SPDX-License-Identifier: GPL-3.0-or-later
// What Slurm says of this user's jobs, asked rarely: one squeue for all of them.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "engine/agent/processes/child.h"

namespace trainyard::controller {

using Clock = std::chrono::steady_clock;

// The environment for Slurm's commands and for what is submitted: without what the agent gave this
// process.
agent::Environment environment_of_job();

// Runs a shell script with arguments as $1, $2, ... and waits. What it leaves in the background
// stays. Exit code 124: it took longer than the limit.
struct ShellOutcome {
  std::string output, error_output;
  int exit_code = 0;
};
ShellOutcome run_shell(const std::string& script, const std::vector<std::string>& arguments,
                       const std::filesystem::path& folder = "/");

class SlurmQueue {
 public:
  // Asks at most this often.
  std::chrono::seconds pause = std::chrono::seconds(15);

  // How often the job has been missing in the queue since it was last there, by looks that Slurm
  // answered; nothing while no look was possible since `since`.
  std::optional<int> absences(const std::string& job, Clock::time_point since);

  // Its state in Slurm's own word (FAILED, NODE_FAIL, ...); empty if Slurm has forgotten it.
  std::string last_state(const std::string& job) const;

  // Cancels it, under the name that the queue shows: an id alone may be another job by now.
  void cancel(const std::string& job, const std::string& token);

 private:
  void look();

  std::map<std::string, std::string> names_;  // of the jobs that are there, by id
  std::map<std::string, int> absences_;
  Clock::time_point looked_{};
  bool has_answered_ = false;
};

}  // namespace trainyard::controller
