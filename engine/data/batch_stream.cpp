// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batch_stream.h"

namespace trainyard {

namespace {
constexpr std::size_t batch_queue_limit = 4;  // in steps
}

BatchStream::BatchStream(Source& source) : source_(source), thread_([this] { run(); }) {}

BatchStream::~BatchStream() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BatchStream::run() {
  try {
    read_ahead();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    thrown_ = std::current_exception();
    changed_.notify_all();
  }
}

void BatchStream::read_ahead() {
  for (bool failed = false; !failed;) {
    Result<StepBatches> step = source_.next();
    failed = !step.ok();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || queue_.size() < batch_queue_limit; });
    if (stopping_) return;
    queue_.push_back(std::move(step));
    changed_.notify_all();
  }
}

Result<StepBatches> BatchStream::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !queue_.empty() || thrown_; });
  if (queue_.empty()) std::rethrow_exception(thrown_);
  if (!queue_.front().ok()) return queue_.front().error();
  Result<StepBatches> step = std::move(queue_.front());
  queue_.pop_front();
  changed_.notify_all();
  return step;
}

}  // namespace trainyard
