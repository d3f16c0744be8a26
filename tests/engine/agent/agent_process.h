// SPDX-License-Identifier: GPL-3.0-or-later
// The program yard-agent under test, with a run folder of its own.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/agent/job/attempt.h"
#include "engine/contract/run/events.h"
#include "tests/engine/temporary_folder.h"

class AgentProcess {
 public:
  AgentProcess();
  ~AgentProcess();  // ends what is left of the agent and the processes under it

  const std::filesystem::path& run_dir() const { return run_dir_; }
  std::filesystem::path attempt(int number = 1) const;

  // `yard-agent run --run-dir DIR <options> -- <command>`; returns its pid.
  pid_t start(std::vector<std::string> options, std::vector<std::string> command,
              std::map<std::string, std::string> environment = {});
  // Its exit code (128+n for a signal); 60 s at most, then -1.
  int wait();
  int run(std::vector<std::string> options, std::vector<std::string> command,
          std::map<std::string, std::string> environment = {});

  pid_t pid() const { return pid_; }
  std::string error_output() const;  // the agent's own
  std::vector<trainyard::Event> events(int attempt_number = 1) const;
  trainyard::EndEvent end(int attempt_number = 1) const;
  std::string output(const char* name = "stdout.log", int attempt_number = 1) const;
  // Waits until so many ranks have said "ready" on their standard output.
  bool are_ready(int ranks) const;
  std::optional<trainyard::agent::AgentFile> agent_file(int attempt_number = 1) const;

  // Living processes of this run, wherever they are, the agent left out.
  std::vector<pid_t> processes() const;

 private:
  trainyard::TemporaryFolder folder_;
  std::filesystem::path run_dir_;
  pid_t pid_ = 0;
};

// Looks every 20 ms, 30 s at most.
bool wait_until(const std::function<bool()>& is_so);

// For GTEST_SKIP: why a test cannot pass where qemu stands for the kernel, which adopts no
// processes for a program and shows it other times of its start in /proc than it shows others. Else
// nothing.
const char* emulated_kernel();
