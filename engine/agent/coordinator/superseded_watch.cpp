// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/superseded_watch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace trainyard::agent {
namespace {

constexpr auto interval = std::chrono::seconds(10);

}  // namespace

struct SupersededWatch::State {
  std::mutex mutex;
  std::condition_variable wake;
  bool is_over = false;
};

SupersededWatch::SupersededWatch(const RunFolder& run, std::int64_t attempt,
                                 std::function<void()> on_superseded)
    : state_(std::make_shared<State>()) {
  std::thread([state = state_, run, attempt, on_superseded = std::move(on_superseded)] {
    std::unique_lock lock(state->mutex);
    while (!state->wake.wait_for(lock, interval, [&] { return state->is_over; })) {
      lock.unlock();
      const bool is_found = is_superseded(run, attempt);
      lock.lock();
      if (!is_found || state->is_over) continue;
      state->is_over = true;
      on_superseded();
    }
  }).detach();
}

SupersededWatch::~SupersededWatch() {
  const std::lock_guard lock(state_->mutex);
  state_->is_over = true;
  state_->wake.notify_all();
}

}  // namespace trainyard::agent
