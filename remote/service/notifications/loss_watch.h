// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a loss stands still: the mean of 100 values, one after the other, has not fallen by a
// thousandth below the lowest such mean for 1,000 values and an hour. Means, because a loss of
// single steps goes up and down; an hour, because short runs end by themselves.
#pragma once

#include <cstdint>
#include <optional>

namespace trainyard {

class LossWatch {
 public:
  static constexpr int blockValues = 100, patientBlocks = 10;
  static constexpr double patientSeconds = 3600, leastFall = 1e-3;

  // A value that is not finite counts for nothing. `time`: Unix seconds.
  void take(double value, double time);
  // Said once, until it falls again.
  bool standsStill();
  double lowest() const { return m_lowest.value_or(0); }
  std::int64_t valuesSince() const { return std::int64_t{m_blocksSince} * blockValues; }

 private:
  double m_sum = 0;
  int m_count = 0;
  std::optional<double> m_lowest;
  double m_lowestTime = 0, m_time = 0;
  int m_blocksSince = 0;
  bool m_hasSaid = false;
};

}  // namespace trainyard
