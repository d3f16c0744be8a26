// SPDX-License-Identifier: GPL-3.0-or-later
// Calls a function soon after it was asked for, but not more often than a pause allows: immediately
// after a quiet time, otherwise when the pause since the last call is over.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>

#include <QElapsedTimer>
#include <QTimer>

namespace trainyard {

class Throttle {
 public:
  Throttle(std::chrono::milliseconds pause, std::function<void()> act) : m_pause(pause) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, act = std::move(act)] {
      m_sinceLast.start();
      act();
    });
  }

  void ask() {
    if (m_timer.isActive()) return;
    const std::chrono::milliseconds passed =
        m_sinceLast.isValid() ? std::chrono::milliseconds(m_sinceLast.elapsed()) : m_pause;
    m_timer.start(std::max(std::chrono::milliseconds(0), m_pause - passed));
  }

 private:
  std::chrono::milliseconds m_pause;
  QTimer m_timer;
  QElapsedTimer m_sinceLast;
};

}  // namespace trainyard
