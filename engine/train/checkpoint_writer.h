// SPDX-License-Identifier: GPL-3.0-or-later
// Performs one write at a time in a background thread, so that training continues meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <future>

#include "engine/contract/result.h"

namespace trainyard {

// The destructor waits for a write in progress.
class CheckpointWriter {
 public:
  ~CheckpointWriter() { static_cast<void>(wait()); }

  // The last write must have been waited for. An exception thrown by `write` becomes its error.
  void start(std::function<Result<void>()> write);

  // Whether a write has not finished yet.
  bool is_busy() const;

  // Waits for the last write and returns its error, once.
  Result<void> wait();

  // Waits at most `limit` and does not report the outcome.
  void wait_for(std::chrono::milliseconds limit) const {
    if (write_.valid()) write_.wait_for(limit);
  }

  // Like wait(), but returns no error while a write is in progress.
  Result<void> check() { return is_busy() ? Result<void>() : wait(); }

 private:
  std::future<Result<void>> write_;
};

}  // namespace trainyard
