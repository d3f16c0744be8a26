// SPDX-License-Identifier: GPL-3.0-or-later
// A read-only command of a scheduler, run by `yard-agent follow` as a child process without a
// shell.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "engine/agent/follow/follow_messages.h"
#include "engine/system/descriptor.h"

namespace trainyard::agent {

class SchedulerQuery {
 public:
  using Clock = std::chrono::steady_clock;

  explicit SchedulerQuery(FollowQuestion question);
  ~SchedulerQuery();  // kills a running command
  SchedulerQuery(const SchedulerQuery&) = delete;
  SchedulerQuery& operator=(const SchedulerQuery&) = delete;

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
