// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said of the run that leads a comparison, beside the noise: runs that differ only in
// their seeds are one setting.
#pragma once

#include "gui/runs/records/comparison.h"
#include "gui/runs/verdict/run_noise.h"

namespace trainyard {

struct LeaderVerdict {
  Verdict verdict = Verdict::tooEarly;
  bool isOfSeeds = false;
  QList<int> leaders;      // the runs of the setting that leads, by their ends
  double value = 0;        // its end: of several seeds their mean
  QList<QList<int>> tied;  // the runs of each setting that cannot be told from it
  // How many more runs of each of these settings would most likely tell them apart, and the seconds
  // that all of them take, one after the other, as long as those before; 0: not known.
  std::optional<int> moreSeeds{};
  double seconds = 0;
};

// Nothing if no run leads, or all have the same setting.
std::optional<LeaderVerdict> leaderVerdict(const Comparison& comparison);

// Whether a setting only draws other random numbers.
bool isSeed(const QString& path);

class LeaderText {
  Q_DECLARE_TR_FUNCTIONS(trainyard::LeaderText)
 public:
  // "1e-5 and 3e-5 cannot be told apart by eval/loss …; 3 more seeds of each, about 24 s, would."
  static QString sentence(const Comparison& comparison) {
    return sentence(comparison, leaderVerdict(comparison));
  }
  static QString sentence(const Comparison& comparison,
                          const std::optional<LeaderVerdict>& verdict);

 private:
  static QString undecided(const Comparison& comparison, const LeaderVerdict& verdict);
  static QString ofSeeds(const Comparison& comparison, const LeaderVerdict& verdict);
};

}  // namespace trainyard
