// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of a run as a tracker has logged them, in the order of their steps.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/contract/run/events.h"
#include "engine/trackers/tracked_run.h"

namespace trainyard {

// Nothing for what are no Unix seconds of this era, whatever a file says.
std::optional<double> possibleTime(std::optional<double> time);

class CurveCollection {
 public:
  // What follows is of a further file: of a run that was resumed, or another writer's.
  void beginFile() { ++m_file; }
  // A value whose step is before others of its metric takes their place, as in a run that was
  // resumed from an earlier step; that of the same step only if it is from a further file.
  void add(const TrackedPoint& point);
  std::set<std::string> names() const;

  // One event a step, numbered from `sequence`; those without a step follow by time. Times are at
  // least `earliest`, where a tracker has none.
  std::vector<Event> events(std::int64_t sequence, double earliest) const;
  std::int64_t points() const;
  std::optional<double> firstTime() const { return m_first; }
  std::optional<double> lastTime() const { return m_last; }

 private:
  struct Sample {
    std::optional<std::int64_t> step;
    std::optional<double> time, epoch;
    double value = 0;
    int file = 0;
  };
  std::map<std::string, std::vector<Sample>> m_curves;
  std::optional<double> m_first, m_last;
  int m_file = 0;
};

}  // namespace trainyard
