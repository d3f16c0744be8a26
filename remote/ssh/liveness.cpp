// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/liveness.h"

#include <algorithm>

namespace trainyard {

Liveness::Verdict Liveness::check(std::uint64_t bytesReceived, Clock::time_point now,
                                  std::chrono::system_clock::time_point wall) {
  const bool hasSlept = m_isStarted && (wall - m_wall) - (now - m_checked) > wallJump;
  if (!m_isStarted || bytesReceived != m_bytes) {
    m_bytes = bytesReceived;
    m_heard = now;
    m_isAsking = m_isSuspect = false;
    m_isStarted = true;
  }
  m_wall = wall;
  m_checked = now;
  if (m_isAsking && !hasSlept)
    return now - m_asked >= (m_isSuspect ? suspectAnswerTime : answerTime) ? Verdict::dead
                                                                           : Verdict::alive;
  if (!hasSlept && now - m_heard < silence) return Verdict::alive;
  m_isAsking = true;
  m_isSuspect = hasSlept;
  m_asked = now;
  return Verdict::ask;
}

std::chrono::milliseconds Liveness::untilNext(Clock::time_point now) const {
  const auto due =
      m_isAsking ? m_asked + (m_isSuspect ? suspectAnswerTime : answerTime) : m_heard + silence;
  // Often enough to notice a jump of the wall clock soon.
  return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(due - now),
                    std::chrono::milliseconds(0), std::chrono::milliseconds(1000));
}

}  // namespace trainyard
