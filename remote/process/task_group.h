// SPDX-License-Identifier: GPL-3.0-or-later
// The running coroutines of one owner. Before the owner is destroyed it must await finish(), which
// requests stop and waits for all, so that none resumes into freed memory.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "remote/process/waiter.h"

namespace trainyard {

class TaskGroup {
 public:
  std::stop_token token() const { return m_stop.get_token(); }
  int size() const { return m_running; }

  // Takes ownership of the task; its result is discarded.
  template <class T>
  void start(QCoro::Task<T> task) {
    ++m_running;
    hold(std::move(task));
  }

  QCoro::Task<void> finish() {
    m_stop.request_stop();
    while (m_running > 0) co_await m_finished.wait({});
  }

 private:
  template <class T>
  QCoro::Task<void> hold(QCoro::Task<T> task) {
    if constexpr (std::is_void_v<T>)
      co_await task;
    else
      (void)co_await task;
    --m_running;
    m_finished.wake();
  }

  std::stop_source m_stop;
  Waiter m_finished;
  int m_running = 0;
};

}  // namespace trainyard
