// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to runs that are compared, and who led until when: why one of them is ahead.
#pragma once

#include <functional>

#include "gui/runs/records/comparison.h"
#include "gui/runs/verdict/rank_history.h"

namespace trainyard {

struct ComparisonEvent {
  enum class Kind { warmupEnd, spike, resume };
  Kind kind = Kind::spike;
  double step = 0;
  int run = -1;                  // -1: all of them
  QString metric = {};           // of a spike
  double value = 0, others = 0;  // of a spike: its height, and the most that the others had
};

// `resumes`: the steps from which a run went on. In the order of the steps.
std::vector<ComparisonEvent> comparisonEvents(
    const Comparison& comparison, const std::function<QList<double>(const QString& run)>& resumes);

// The ranks of all runs by the objective; empty if fewer than two have a curve of it.
RankHistory comparisonRanks(const Comparison& comparison);

class WhyText {
  Q_DECLARE_TR_FUNCTIONS(trainyard::WhyText)
 public:
  // "lr 1e-2 led until step 25. At step 60 its gradient_norm was 7.2, the others' at most 1.4. lr
  // 3e-3 has led since step 25."
  static QString sentence(const Comparison& comparison, const RankHistory& history,
                          const std::vector<ComparisonEvent>& events);
  // "spike of gradient_norm: 7.2", "resumed", "end of warm-up".
  static QString event(const Comparison& comparison, const ComparisonEvent& event);
};

}  // namespace trainyard
