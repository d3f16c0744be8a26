// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a coroutine wait for an event elsewhere: it is suspended until it is woken, stop is
// requested, or a deadline passes. All waiting in remote/ uses this class, so all of it can be
// stopped.
#pragma once

#include <coroutine>
#include <memory>
#include <stop_token>

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include "engine/contract/result.h"

namespace trainyard {

enum class Waited { woken, stopped, deadline };

// Supports one waiting coroutine at a time. It is resumed from the event loop of the thread that
// created the object, never from inside wake() or request_stop(). A wake without a waiting
// coroutine is remembered for the next one; wakes may be spurious, so callers must check their
// condition in a loop. The object must outlive the wait.
class Waiter : public QObject {
 public:
  explicit Waiter(QObject* parent = nullptr);

  // May be called from any thread.
  void wake();

  class Awaiter {
   public:
    Awaiter(Waiter& waiter, std::stop_token stop, QDeadlineTimer deadline);
    bool await_ready() const;
    void await_suspend(std::coroutine_handle<> coroutine);
    Waited await_resume();

   private:
    struct Wake {
      Waiter* waiter;
      void operator()() const { waiter->wake(); }
    };
    Waiter& m_waiter;
    std::stop_token m_stop;
    QDeadlineTimer m_deadline;
    std::unique_ptr<std::stop_callback<Wake>> m_onStop;
  };
  [[nodiscard]] Awaiter wait(std::stop_token stop,
                             QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever));
  // Lets other pending work run first, with a short deadline: one that has passed would not wait.
  [[nodiscard]] Awaiter turn(std::stop_token stop);

 private:
  void resume();

  QTimer m_timer;
  std::coroutine_handle<> m_coroutine;
  bool m_woken = false;
};

// The error of a stopped operation.
Error cancelledError();

}  // namespace trainyard
