// SPDX-License-Identifier: GPL-3.0-or-later
// Whether two settings differ by more than their noise: from several runs of each that only differ
// in their seed, or else from how far one curve of each strays from its own course.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace trainyard {

// A metric of one run: finite values at ascending steps.
struct NoisyCurve {
  std::vector<double> steps, values;
};

enum class Verdict { different, undecided, tooEarly };

struct Difference {
  Verdict verdict = Verdict::tooEarly;
  bool isOfSeeds = false;  // else of the curves' own noise, which knows nothing of other seeds
  double value = 0;        // the first less the second, where both end
  double error = 0;        // its standard error
  double deviation = 0;    // standard deviation of one seed's end, or of one value of a curve
  // How many more runs of each would show a difference of this size in four of five cases; absent
  // if it is settled, or would take more than a hundred.
  std::optional<int> moreSeeds{};
};

// How many runs of each of two settings show a difference of so many deviations in four of five
// cases at the level below: the least n of which the noncentral t distribution says so. At most
// `most`, else nothing.
std::optional<int> seedsToTell(double deviations, int most);

class RunNoise {
 public:
  // For each setting the curves of its seeds, in any number.
  explicit RunNoise(std::vector<std::vector<NoisyCurve>> settings);

  Difference compare(std::size_t first, std::size_t second) const;
  // Where a setting ends: the mean of its seeds' last fifths; absent without values.
  std::optional<double> end(std::size_t setting) const;

 private:
  Difference bySeeds(std::size_t first, std::size_t second) const;
  std::optional<int> moreSeeds(const Difference& difference, std::size_t first,
                               std::size_t second) const;

  std::vector<std::vector<NoisyCurve>> m_settings;
  std::vector<std::vector<double>> m_ends;  // of each seed
  // Over all settings that have several seeds, since their variances are much the same and each has
  // few: one way of analysis of variance.
  double m_deviation = 0;
  int m_freedom = 0;
};

}  // namespace trainyard
