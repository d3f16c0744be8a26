// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/verdict/rank_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace trainyard {
namespace {

constexpr std::size_t mostSteps = 240;
constexpr std::size_t smoothedShare = 20;
constexpr double shortestLead = 0.03;  // of all steps
constexpr double noValueThere = std::numeric_limits<double>::quiet_NaN();

NoisyCurve smoothed(const NoisyCurve& curve) {
  const std::size_t size = curve.values.size();
  const std::size_t half = size / smoothedShare / 2;
  NoisyCurve out = curve;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t from = i < half ? 0 : i - half, to = std::min(size, i + half + 1);
    out.values[i] = std::accumulate(curve.values.begin() + static_cast<std::ptrdiff_t>(from),
                                    curve.values.begin() + static_cast<std::ptrdiff_t>(to), 0.0) /
                    static_cast<double>(to - from);
  }
  return out;
}

double valueAt(const NoisyCurve& curve, double step) {
  if (curve.steps.empty() || step < curve.steps.front() || step > curve.steps.back())
    return noValueThere;
  const auto after = std::ranges::lower_bound(curve.steps, step);
  const auto place = static_cast<std::size_t>(after - curve.steps.begin());
  if (*after == step) return curve.values[place];
  const double before = curve.steps[place - 1];
  const double share = (step - before) / (*after - before);
  return curve.values[place - 1] + share * (curve.values[place] - curve.values[place - 1]);
}

// Where at least two of the curves have a value.
std::vector<double> commonSteps(const std::vector<NoisyCurve>& curves) {
  std::vector<double> all, ends;
  for (const NoisyCurve& curve : curves) {
    all.insert(all.end(), curve.steps.begin(), curve.steps.end());
    if (!curve.steps.empty()) ends.push_back(curve.steps.back());
  }
  if (ends.size() < 2) return {};
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  std::ranges::sort(ends);
  std::erase_if(all, [&](double step) { return step > ends[ends.size() - 2]; });
  if (all.size() <= mostSteps) return all;
  const double low = all.front(), high = all.back();
  all.clear();
  for (std::size_t i = 0; i < mostSteps; ++i)
    all.push_back(low + (high - low) * static_cast<double>(i) / (mostSteps - 1));
  return all;
}

std::vector<int> placesOf(const std::vector<double>& values, bool isHigherBetter) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) order.push_back(i);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return isHigherBetter ? values[a] > values[b] : values[a] < values[b];
  });
  std::vector<int> places(values.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<int>(i);
  return places;
}

// The run that is ahead of all others; nothing if two have the same value.
std::optional<std::size_t> leaderOf(const std::vector<double>& values,
                                    const std::vector<int>& places) {
  const auto first = std::ranges::find(places, 0), second = std::ranges::find(places, 1);
  if (first == places.end()) return std::nullopt;
  const auto run = static_cast<std::size_t>(first - places.begin());
  if (second == places.end()) return run;
  const double next = values[static_cast<std::size_t>(second - places.begin())];
  return values[run] == next ? std::nullopt : std::optional(run);
}

std::vector<RankHistory::Lead> leadsOf(const std::vector<double>& steps,
                                       const std::vector<std::optional<std::size_t>>& leaders) {
  std::vector<RankHistory::Lead> leads;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    // Who led before did so until now.
    if (!leads.empty()) leads.back().until = steps[i];
    if (leaders[i] && (leads.empty() || leads.back().run != *leaders[i]))
      leads.push_back({*leaders[i], steps[i], steps[i]});
  }
  return leads;
}

// A short lead between two of another run is noise; what led before it goes on.
std::vector<RankHistory::Lead> withoutShort(const std::vector<RankHistory::Lead>& all,
                                            double shortest) {
  std::vector<RankHistory::Lead> leads;
  for (const RankHistory::Lead& lead : all) {
    const bool isLast = &lead == &all.back();
    if (!leads.empty() && leads.back().run == lead.run) {
      leads.back().until = lead.until;
    } else if (lead.until - lead.from >= shortest || isLast || leads.empty()) {
      leads.push_back(lead);
    }
  }
  if (leads.size() > 1 && leads.front().until - leads.front().from < shortest)
    leads.erase(leads.begin());
  for (std::size_t i = 0; i + 1 < leads.size(); ++i) leads[i].until = leads[i + 1].from;
  return leads;
}

}  // namespace

int RankHistory::numRanks() const {
  int most = 0;
  for (const std::vector<int>& places : ranks)
    for (const int place : places) most = std::max(most, place + 1);
  return most;
}

const std::vector<int>& RankHistory::at(double step) const {
  const auto nearest =
      std::ranges::min_element(steps, {}, [&](double known) { return std::abs(known - step); });
  return ranks[static_cast<std::size_t>(nearest - steps.begin())];
}

std::vector<double> RankHistory::changes() const {
  std::vector<double> out;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const bool isNewLead = std::ranges::any_of(
        leads, [&](const Lead& lead) { return &lead != &leads.front() && lead.from == steps[i]; });
    bool isJump = false;
    for (std::size_t run = 0; run < ranks[i].size(); ++run)
      isJump |= ranks[i][run] >= 0 && ranks[i - 1][run] >= 0 &&
                std::abs(ranks[i][run] - ranks[i - 1][run]) >= 2;
    if (isNewLead || isJump) out.push_back(steps[i]);
  }
  return out;
}

RankHistory rankHistory(const std::vector<NoisyCurve>& curves, bool isHigherBetter,
                        bool isSmoothed) {
  RankHistory history;
  std::vector<NoisyCurve> shown;
  for (const NoisyCurve& curve : curves)
    shown.push_back(curve.values.size() < 2 ? NoisyCurve() : isSmoothed ? smoothed(curve) : curve);
  history.steps = commonSteps(shown);
  std::vector<std::optional<std::size_t>> leaders;
  for (const double step : history.steps) {
    std::vector<double> values;
    for (const NoisyCurve& curve : shown) values.push_back(valueAt(curve, step));
    history.ranks.push_back(placesOf(values, isHigherBetter));
    leaders.push_back(leaderOf(values, history.ranks.back()));
  }
  if (history.steps.size() < 2) return {};
  const double extent = history.steps.back() - history.steps.front();
  history.leads = withoutShort(leadsOf(history.steps, leaders), extent * shortestLead);
  return history;
}

}  // namespace trainyard
