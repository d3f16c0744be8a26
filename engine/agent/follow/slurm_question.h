// SPDX-License-Identifier: GPL-3.0-or-later
// A read-only Slurm command, run by `yard-agent follow` as a child process without a shell.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "engine/agent/follow/follow_messages.h"
#include "engine/system/descriptor.h"

namespace trainyard::agent {

class SlurmQuestion {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SlurmQuestion(FollowQuestion question);
  ~SlurmQuestion();  // kills a running command
  SlurmQuestion(const SlurmQuestion&) = delete;
  SlurmQuestion& operator=(const SlurmQuestion&) = delete;

  // File descriptors to poll for reading; -1: closed.
  int out() const { return out_.number(); }
  int err() const { return err_.number(); }
  // Reads what is available. Returns true once the command has finished; `answer` is then complete.
  bool advance();
  FollowAnswer answer;

 private:
  void start();
  void take(Descriptor& from, std::string& into);

  FollowQuestion question_;
  Descriptor out_, err_;
  std::string output_, errors_;
  pid_t pid_ = 0;
  Clock::time_point deadline_;
};

}  // namespace trainyard::agent
