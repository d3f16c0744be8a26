// SPDX-License-Identifier: GPL-3.0-or-later
// A background thread that reads ahead from a source into a bounded queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "engine/data/source.h"

namespace trainyard {

// The source must outlive the stream and belongs to it until then. next() blocks; an error ends the
// stream, and so does an exception in the reading thread (out of memory), which next() rethrows.
class BatchStream {
 public:
  explicit BatchStream(Source& source);
  ~BatchStream();
  BatchStream(const BatchStream&) = delete;
  BatchStream& operator=(const BatchStream&) = delete;

  Result<StepBatches> next();

 private:
  void run();
  void read_ahead();

  Source& source_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Result<StepBatches>> queue_;
  std::exception_ptr thrown_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace trainyard
