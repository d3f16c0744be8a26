// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/process/waiter.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/contract/messages.h"

namespace trainyard {

Waiter::Waiter(QObject* parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, &Waiter::resume);
}

void Waiter::wake() {
  QMetaObject::invokeMethod(
      this,
      [this] {
        m_woken = true;
        resume();
      },
      Qt::QueuedConnection);
}

void Waiter::resume() {
  m_timer.stop();
  if (auto coroutine = std::exchange(m_coroutine, nullptr)) coroutine.resume();
}

Waiter::Awaiter Waiter::wait(std::stop_token stop, QDeadlineTimer deadline) {
  return {*this, std::move(stop), deadline};
}

Waiter::Awaiter Waiter::turn(std::stop_token stop) {
  return wait(std::move(stop), QDeadlineTimer(1));
}

Waiter::Awaiter::Awaiter(Waiter& waiter, std::stop_token stop, QDeadlineTimer deadline)
    : m_waiter(waiter), m_stop(std::move(stop)), m_deadline(deadline) {}

bool Waiter::Awaiter::await_ready() const {
  return m_waiter.m_woken || m_stop.stop_requested() || m_deadline.hasExpired();
}

void Waiter::Awaiter::await_suspend(std::coroutine_handle<> coroutine) {
  m_waiter.m_coroutine = coroutine;
  if (!m_deadline.isForever()) {
    const qint64 left =
        std::min<qint64>(m_deadline.remainingTime(), std::numeric_limits<int>::max());
    m_waiter.m_timer.start(static_cast<int>(left));
  }
  m_onStop = std::make_unique<std::stop_callback<Wake>>(m_stop, Wake{&m_waiter});
}

Waited Waiter::Awaiter::await_resume() {
  m_onStop.reset();
  const bool woken = std::exchange(m_waiter.m_woken, false);
  if (m_stop.stop_requested()) return Waited::stopped;
  return !woken && m_deadline.hasExpired() ? Waited::deadline : Waited::woken;
}

Error cancelledError() { return make_error("cancelled", {}); }

}  // namespace trainyard
