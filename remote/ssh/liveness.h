// SPDX-License-Identifier: GPL-3.0-or-later
// Detects whether the remote side is alive. Any byte from it is a sign of life; after some silence
// it is asked for one.
#pragma once

#include <chrono>
#include <cstdint>

namespace trainyard {

class Liveness {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr std::chrono::milliseconds silence{4000}, answerTime{10000},
      suspectAnswerTime{5000}, wallJump{5000};

  enum class Verdict { alive, ask, dead };

  // To be called in each iteration of the loop, after reading. `wall` is the time of day: it
  // continues while the computer sleeps and the steady clock is stopped, and a session that slept
  // is suspect.
  Verdict check(std::uint64_t bytesReceived, Clock::time_point now,
                std::chrono::system_clock::time_point wall);
  // The maximum time to sleep before the next check.
  std::chrono::milliseconds untilNext(Clock::time_point now) const;
  // For the message after `dead`.
  std::chrono::seconds silentFor(Clock::time_point now) const {
    return std::chrono::duration_cast<std::chrono::seconds>(now - m_heard);
  }

 private:
  std::uint64_t m_bytes = 0;
  Clock::time_point m_heard{}, m_asked{};
  std::chrono::system_clock::time_point m_wall{};
  Clock::time_point m_checked{};
  bool m_isAsking = false, m_isSuspect = false, m_isStarted = false;
};

}  // namespace trainyard
