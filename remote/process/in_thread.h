// SPDX-License-Identifier: GPL-3.0-or-later
// Work that keeps a processor or the disk busy, in a thread of its own, awaited by a coroutine.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include <QCoroTask>

#include "remote/process/waiter.h"

namespace trainyard {

// `work` looks at its own stop token; the coroutine waits for it to return in any case.
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
