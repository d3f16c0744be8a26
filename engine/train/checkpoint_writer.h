// SPDX-License-Identifier: GPL-3.0-or-later
// Writes one thing at a time in a thread of its own, so that training goes on meanwhile.
#pragma once

#include <chrono>
#include <functional>
#include <future>

#include "engine/contract/result.h"

namespace trainyard {

// The destructor waits for what is being written.
class CheckpointWriter {
 public:
  ~CheckpointWriter() { static_cast<void>(wait()); }

  // The last write must have been waited for. What `write` throws becomes its error.
  void start(std::function<Result<void>()> write);

  // Whether a write lies unfinished.
  bool is_busy() const;

  // Waits for the last write; its error, once.
  Result<void> wait();

  // Waits at most `limit`; says nothing of how it ended.
  void wait_for(std::chrono::milliseconds limit) const {
    if (write_.valid()) write_.wait_for(limit);
  }

  // As wait(), but while a write is going on there is no error yet.
  Result<void> check() { return is_busy() ? Result<void>() : wait(); }

 private:
  std::future<Result<void>> write_;
};

}  // namespace trainyard
