// SPDX-License-Identifier: GPL-3.0-or-later
// What a person or the cluster asks of a training that goes on: to end early, by a signal or
// because a newer attempt of the run has appeared; to evaluate.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "engine/contract/run/run_folder.h"

namespace trainyard {

// SIGTERM, SIGUSR1, SIGINT and SIGUSR2 only set a flag; a second SIGINT ends the process at once.
// SIGPIPE is ignored.
void install_signals();
bool stop_requested();

// The last signal that asked for the stop, 0 when there was none.
int stop_signal();

// SIGUSR2 has come since the request was last forgotten.
bool evaluation_requested();
void forget_evaluation_request();

// Looks every few seconds, in a thread of its own, whether a higher attempt exists.
class AttemptWatch {
 public:
  AttemptWatch(RunFolder folder, std::int64_t attempt);
  ~AttemptWatch();
  AttemptWatch(const AttemptWatch&) = delete;
  AttemptWatch& operator=(const AttemptWatch&) = delete;

  bool superseded() const;

 private:
  void run(const RunFolder& folder, std::int64_t attempt);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool superseded_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace trainyard
