// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/followed_database.h"

#include <chrono>
#include <thread>

namespace trainyard::agent {

void FollowedDatabase::read(std::uint64_t limit, const OnPoint& on_point) {
  using Outcome = TrackerDatabase::Outcome;
  constexpr int max_tries = 4;
  constexpr auto pause = std::chrono::milliseconds(25);
  has_more_ = false;
  if (is_damaged()) return;
  Outcome outcome = Outcome::unclear;
  for (int tries = 0; outcome == Outcome::unclear && tries < max_tries; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(pause);
    outcome = database_.read(limit, [&](const std::string& run, const TrackedPoint& point) {
      on_point(FoundFile{*database_.kind(), file_, file_ / run, {}, true}, point);
    });
  }
  damaged_looks_ = outcome == Outcome::damaged ? damaged_looks_ + 1 : 0;
  has_more_ = outcome == Outcome::more || (damaged_looks_ > 0 && !is_damaged());
}

}  // namespace trainyard::agent
