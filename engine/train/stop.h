// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to a running training by the user or the cluster: to stop early, by a signal or because
// a newer attempt of the run has started; to evaluate.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "engine/contract/run/run_folder.h"

namespace trainyard {

// SIGTERM, SIGUSR1, SIGINT and SIGUSR2 only set a flag; a second SIGINT ends the process
// immediately. SIGPIPE is ignored.
void install_signals();
bool stop_requested();

// The last signal that requested the stop, 0 if there was none.
int stop_signal();

// Whether SIGUSR2 has been received since the request was last cleared.
bool evaluation_requested();
void forget_evaluation_request();

// Checks every few seconds, in its own thread, whether a newer attempt exists.
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
