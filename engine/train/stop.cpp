// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/stop.h"

#include <chrono>
#include <csignal>

namespace trainyard {

namespace {

volatile std::sig_atomic_t received = 0, is_evaluation_wanted = 0;

extern "C" void on_stop_signal(int number) {
  if (number == SIGINT && received == SIGINT) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
  received = number;
}

extern "C" void on_evaluation_signal(int) { is_evaluation_wanted = 1; }

}  // namespace

void install_signals() {
  struct sigaction action{};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGTERM, SIGUSR1, SIGINT}) sigaction(number, &action, nullptr);
  action.sa_handler = on_evaluation_signal;
  sigaction(SIGUSR2, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

bool stop_requested() { return received != 0; }
int stop_signal() { return received; }

bool evaluation_requested() { return is_evaluation_wanted != 0; }
void forget_evaluation_request() { is_evaluation_wanted = 0; }

AttemptWatch::AttemptWatch(RunFolder folder, std::int64_t attempt)
    : thread_([this, folder = std::move(folder), attempt] { run(folder, attempt); }) {}

AttemptWatch::~AttemptWatch() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool AttemptWatch::superseded() const {
  std::lock_guard lock(mutex_);
  return superseded_;
}

void AttemptWatch::run(const RunFolder& folder, std::int64_t attempt) {
  for (;;) {
    const bool seen = is_superseded(folder, attempt);
    std::unique_lock lock(mutex_);
    superseded_ = seen;
    if (seen || changed_.wait_for(lock, std::chrono::seconds(5), [this] { return ending_; }))
      return;
  }
}

}  // namespace trainyard
