// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/verdict/run_noise.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace trainyard {
namespace {

// An apparent difference of two equal settings: at most one in twenty. Curves of one run each are
// judged more strictly, as how their noise hangs together is estimated, too.
constexpr double levelOfSeeds = 0.05, levelOfCurves = 0.015;
constexpr double power = 0.8;
constexpr std::size_t leastValues = 7, manyBlocks = 96;
constexpr int mostSeeds = 100;

double quantile(double level, double freedom) {
  return boost::math::quantile(boost::math::students_t(freedom), 1 - level / 2);
}

double meanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squaresOf(const std::vector<double>& values) {
  const double mean = meanOf(values);
  return std::accumulate(values.begin(), values.end(), 0.0, [&](double sum, double value) {
    return sum + (value - mean) * (value - mean);
  });
}

// How many of a curve's last values say where it ends: a fifth, or half of a short one.
std::size_t tailOf(std::size_t count) {
  return std::max(count / 5, std::min(count / 2, std::size_t{24}));
}

// The first less the second at the steps of the first, between the second's neighbours there.
std::vector<double> differences(const NoisyCurve& first, const NoisyCurve& second) {
  std::vector<double> out;
  for (std::size_t i = 0, at = 0; i < first.steps.size() && !second.steps.empty(); ++i) {
    const double step = first.steps[i];
    if (step < second.steps.front() || step > second.steps.back()) continue;
    while (second.steps[at] < step) ++at;
    double other = second.values[at];
    if (second.steps[at] > step) {
      const double share =
          (step - second.steps[at - 1]) / (second.steps[at] - second.steps[at - 1]);
      other = second.values[at - 1] + share * (other - second.values[at - 1]);
    }
    out.push_back(first.values[i] - other);
  }
  return out;
}

// Means of so many neighbours each: long curves hang together from step to step.
std::vector<double> blocksOf(const std::vector<double>& values, std::size_t size) {
  std::vector<double> means;
  for (std::size_t i = values.size() % size; i < values.size(); i += size)
    means.push_back(std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(i),
                                    values.begin() + static_cast<std::ptrdiff_t>(i + size), 0.0) /
                    static_cast<double>(size));
  return means;
}

// What is left of values after a straight line.
std::vector<double> withoutTrend(std::vector<double> values) {
  const auto n = static_cast<double>(values.size());
  const double middle = (n - 1) / 2, mean = meanOf(values), spread = n * (n * n - 1) / 12;
  double products = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    products += (static_cast<double>(i) - middle) * values[i];
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] -= mean + products / spread * (static_cast<double>(i) - middle);
  return values;
}

// By how much fewer values count that hang together as a first-order autoregression:
// (1 + r) / (1 - r), with r corrected for the bias of short series around a line (Kendall, 1954)
// and, where values do hang together, taken a standard error larger: what wanders slowly looks
// calm in a short piece.
double inflation(const std::vector<double>& residuals) {
  double products = 0;
  for (std::size_t i = 1; i < residuals.size(); ++i) products += residuals[i] * residuals[i - 1];
  const auto n = static_cast<double>(residuals.size());
  const double squares = squaresOf(residuals), found = squares > 0 ? products / squares : 0.0;
  const double r = std::clamp(found + (2 + 4 * found) / n + found / std::sqrt(n), 0.0, 0.97);
  return (1 + r) / (1 - r);
}

Difference byCurves(const NoisyCurve& first, const NoisyCurve& second) {
  Difference out;
  const std::vector<double> all = differences(first, second);
  const std::size_t count = tailOf(all.size());
  if (count < leastValues) return out;
  const auto last = [&](std::size_t size) {
    return std::vector<double>(all.end() - static_cast<std::ptrdiff_t>(size), all.end());
  };
  // The noise is looked at over three times as much, as far as there is.
  const std::vector<double> noise = withoutTrend(last(std::min(3 * count, all.size() * 7 / 10)));
  const double variance = squaresOf(noise) / static_cast<double>(noise.size() - 2);
  const std::size_t size = (noise.size() + manyBlocks - 1) / manyBlocks;
  const std::vector<double> blocks = blocksOf(noise, size);
  const double blockVariance = squaresOf(blocks) / static_cast<double>(blocks.size() - 2);
  const double counted = static_cast<double>(count) / static_cast<double>(size);
  const double inflated = inflation(blocks);
  out.value = meanOf(last(count));
  out.error = std::sqrt(blockVariance * inflated / counted);
  // Of both curves together half of the variance is of each.
  out.deviation = std::sqrt(variance / 2);
  const double freedom = std::max(1.0, static_cast<double>(blocks.size()) / inflated - 1);
  out.verdict = std::abs(out.value) > quantile(levelOfCurves, freedom) * out.error
                    ? Verdict::different
                    : Verdict::undecided;
  return out;
}

}  // namespace

std::optional<int> seedsToTell(double deviations, int most) {
  for (int n = 2; n <= most; ++n) {
    const double freedom = 2.0 * n - 2;
    const double bar = quantile(levelOfSeeds, freedom);
    const boost::math::non_central_t apart(freedom, deviations * std::sqrt(n / 2.0));
    if (boost::math::cdf(boost::math::complement(apart, bar)) >= power) return n;
  }
  return std::nullopt;
}

RunNoise::RunNoise(std::vector<std::vector<NoisyCurve>> settings)
    : m_settings(std::move(settings)) {
  double squares = 0;
  for (const std::vector<NoisyCurve>& seeds : m_settings) {
    std::vector<double>& ends = m_ends.emplace_back();
    for (const NoisyCurve& curve : seeds) {
      if (curve.values.empty()) continue;
      const std::size_t count = std::max<std::size_t>(1, tailOf(curve.values.size()));
      ends.push_back(
          meanOf({curve.values.end() - static_cast<std::ptrdiff_t>(count), curve.values.end()}));
    }
    if (ends.size() < 2) continue;
    squares += squaresOf(ends);
    m_freedom += static_cast<int>(ends.size()) - 1;
  }
  if (m_freedom > 0) m_deviation = std::sqrt(squares / m_freedom);
}

std::optional<double> RunNoise::end(std::size_t setting) const {
  if (m_ends[setting].empty()) return std::nullopt;
  return meanOf(m_ends[setting]);
}

Difference RunNoise::compare(std::size_t first, std::size_t second) const {
  if (m_ends[first].empty() || m_ends[second].empty()) return {};
  Difference out = m_freedom > 0 && m_ends[first].size() + m_ends[second].size() > 2
                       ? bySeeds(first, second)
                       : byCurves(m_settings[first].front(), m_settings[second].front());
  if (out.verdict == Verdict::undecided) out.moreSeeds = moreSeeds(out, first, second);
  return out;
}

Difference RunNoise::bySeeds(std::size_t first, std::size_t second) const {
  Difference out;
  out.isOfSeeds = true;
  out.value = meanOf(m_ends[first]) - meanOf(m_ends[second]);
  out.deviation = m_deviation;
  out.error = m_deviation * std::sqrt(1.0 / static_cast<double>(m_ends[first].size()) +
                                      1.0 / static_cast<double>(m_ends[second].size()));
  out.verdict = std::abs(out.value) > quantile(levelOfSeeds, m_freedom) * out.error
                    ? Verdict::different
                    : Verdict::undecided;
  return out;
}

std::optional<int> RunNoise::moreSeeds(const Difference& difference, std::size_t first,
                                       std::size_t second) const {
  if (difference.deviation <= 0) return std::nullopt;
  const auto all = seedsToTell(std::abs(difference.value) / difference.deviation, mostSeeds);
  if (!all) return std::nullopt;
  const auto there = static_cast<int>(std::min(m_ends[first].size(), m_ends[second].size()));
  return std::max(1, *all - there);
}

}  // namespace trainyard
