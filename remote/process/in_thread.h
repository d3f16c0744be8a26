// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a coroutine await CPU or disk work in a separate thread.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include <QCoroTask>

#include "remote/process/waiter.h"

namespace trainyard {

// `work` must check its own stop token; the coroutine waits for it to return in any case.
template <class T>
QCoro::Task<T> inThread(std::function<T()> work) {
  Waiter finished;
  std::atomic<bool> isDone = false;
  std::optional<T> result;
  std::jthread thread([&] {
    result.emplace(work());
    isDone = true;
    finished.wake();
  });
  while (!isDone) co_await finished.wait({});
  thread.join();
  co_return std::move(*result);
}

}  // namespace trainyard
