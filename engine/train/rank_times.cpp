// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/rank_times.h"

#include <cmath>
#include <cstdio>

#include "engine/system/node_name.h"
#include "engine/train/agreement.h"

namespace trainyard {

namespace {

std::int64_t milliseconds_of(double seconds) { return std::llround(seconds * 1000); }

std::string factor_text(double factor) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", factor);
  return text;
}

}  // namespace

RankTimes::RankTimes(Session& session, TrainingWork& work)
    : session_(session), work_(work), clock_(work.group->step_clock()) {}

void RankTimes::meet() {
  if (clock_) nodes_ = texts_of_ranks(work_, own_node_name());
}

void RankTimes::begin_step(bool has_other_work) {
  if (clock_) clock_->begin_step(has_other_work);
}

void RankTimes::end_step() {
  if (clock_) clock_->end_step();
}

void RankTimes::add_own(std::vector<double>& numbers) {
  if (!clock_) return;
  const std::size_t first = numbers.size();
  numbers.resize(first + nodes_.size());
  numbers[first + static_cast<std::size_t>(work_.group->ranks().rank)] = clock_->take();
}

void RankTimes::report(std::span<const double> sums) {
  if (sums.empty() || !session_.is_first_rank()) return;
  const auto slow = slow_ranks_.add({sums.begin(), sums.end()});
  if (!slow) return;
  session_.reporter().warning("parallel.slow_rank",
                              {{"rank", slow->rank},
                               {"node", nodes_[static_cast<std::size_t>(slow->rank)]},
                               {"factor", factor_text(slow->own / slow->median)},
                               {"steps", static_cast<std::int64_t>(SlowRanks::num_steps)},
                               {"own", milliseconds_of(slow->own)},
                               {"median", milliseconds_of(slow->median)}});
}

}  // namespace trainyard
