// SPDX-License-Identifier: GPL-3.0-or-later
// One of Slurm's commands that only asks, started by `yard-agent follow` as a process of its own,
// without a shell.
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
  ~SlurmQuestion();  // a running one is killed
  SlurmQuestion(const SlurmQuestion&) = delete;
  SlurmQuestion& operator=(const SlurmQuestion&) = delete;

  // To be polled for reading; -1: ended.
  int out() const { return out_.number(); }
  int err() const { return err_.number(); }
  // Takes what there is to read. True: it is over, and `answer` is its answer.
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
