// SPDX-License-Identifier: GPL-3.0-or-later
// All points of a metric of a run, over its attempts, and the line that they form.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "gui/charts/pixel_reduction.h"

namespace trainyard {

// An attempt that resumed at step r supersedes the points of earlier attempts with a step above r:
// they are kept, but are not part of the line.
class Series {
 public:
  // Adds points of an attempt, in any order; a point for an existing step replaces its value.
  void add(std::int64_t attempt, std::span<const CurvePoint> points);

  // The attempt resumed at this step (0: it started over, and supersedes everything before). If
  // this is never called for an attempt, it supersedes from its first point on.
  void resume(std::int64_t attempt, std::int64_t step);

  // The line: ascending in x, one point per step.
  const std::vector<CurvePoint>& line() const;
  // Changes whenever the line did more than grow at its end.
  std::uint64_t generation() const;

  // Where a later attempt took over the line, ascending.
  std::vector<double> marks() const;

  std::size_t supersededPoints() const;
  bool isEmpty() const { return m_attempts.empty(); }

 private:
  struct Attempt {
    std::optional<double> resumeStep;
    std::vector<CurvePoint> points;  // ascending in x
  };
  bool appendsToLine(std::int64_t attempt, std::span<const CurvePoint> points) const;

  std::map<std::int64_t, Attempt> m_attempts;
  mutable std::vector<CurvePoint> m_line;
  mutable bool m_stale = false;
  mutable std::uint64_t m_generation = 0;
};

}  // namespace trainyard
