// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/slow_ranks.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr double slow_factor = 1.2;
// What ranks do of different things besides, such as logging, is within it.
constexpr double slow_seconds = 0.005;

}  // namespace

std::optional<SlowRanks::Slow> SlowRanks::add(const std::vector<double>& seconds) {
  ranks_.resize(seconds.size());
  std::vector<double> known;
  for (const double own : seconds)
    if (own > 0) known.push_back(own);
  if (known.size() < 2) return {};
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>((known.size() - 1) / 2);
  std::nth_element(known.begin(), middle, known.end());
  const double median = *middle;

  std::optional<Slow> slowest;
  double slowest_factor = 0;
  for (const Rank& rank : ranks_) slowest_factor = std::max(slowest_factor, rank.named_factor);
  for (std::size_t number = 0; number < ranks_.size(); ++number) {
    Rank& rank = ranks_[number];
    const double own = seconds[number];
    if (own <= 0) continue;
    if (own < slow_factor * median || own < median + slow_seconds) {
      rank.slow.clear();
      if (++rank.others >= num_steps) rank.named_factor = 0;
      continue;
    }
    rank.others = 0;
    rank.slow.push_back({own, median});
    if (rank.slow.size() > num_steps) rank.slow.pop_front();
    if (rank.slow.size() < num_steps || rank.named_factor > 0) continue;
    Slow slow{.rank = static_cast<std::int64_t>(number)};
    for (const Step& step : rank.slow) {
      slow.own += step.own / num_steps;
      slow.median += step.median / num_steps;
    }
    if (slow.own / slow.median <= slowest_factor) continue;
    slowest = slow;
    slowest_factor = slow.own / slow.median;
  }
  if (slowest) ranks_[static_cast<std::size_t>(slowest->rank)].named_factor = slowest_factor;
  return slowest;
}

}  // namespace trainyard
