// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_statistics.h"

#include <algorithm>
#include <cmath>

#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

// hits * log(p) + misses * log(1 - p); 0 where a logarithm is undefined.
double log_binomial(std::int64_t hits, std::int64_t misses, double p) {
  if (p <= 0.0 || 1.0 - p <= 0.0) return 0.0;
  return real(hits) * std::log(p) + real(misses) * std::log(1.0 - p);
}

}  // namespace

double abbreviation_likelihood(const PairCounts& counts) {
  const double p1 = real(counts.second) / real(counts.total);
  const double p2 = 0.99;
  const double both = real(counts.both), alone = real(counts.first - counts.both);
  const double null = both * std::log(p1 + 1e-8) + alone * std::log(1.0 - p1 + 1e-8);
  const double alternative = both * std::log(p2) + alone * std::log(1.0 - p2);
  return -2.0 * (null - alternative);
}

double collocation_likelihood(const PairCounts& counts) {
  const std::int64_t a = counts.first, b = counts.second, both = counts.both, n = counts.total;
  const double p = real(b) / real(n);
  const double p1 = real(both) / real(a);
  const double p2 = n == a ? 1.0 : real(b - both) / real(n - a);
  const double with_a = log_binomial(both, a - both, p);
  const double without_a = log_binomial(b - both, n - a - b + both, p);
  const double with_a_apart = a == both || p1 >= 1.0 ? 0.0 : log_binomial(both, a - both, p1);
  const double without_a_apart =
      b == both || p2 >= 1.0 ? 0.0 : log_binomial(b - both, n - a - b + both, p2);
  return -2.0 * (with_a + without_a - with_a_apart - without_a_apart);
}

double abbreviation_score(std::string_view type, std::int64_t with_period,
                          std::int64_t without_period, std::int64_t num_period_words,
                          std::int64_t num_words, bool ignores_penalty) {
  const auto inner_periods = std::count(type.begin(), type.end(), '.');
  const auto num_characters =
      std::count_if(type.begin(), type.end(), [](char c) { return !is_continuation_byte(c); });
  const double likelihood = abbreviation_likelihood({.first = with_period + without_period,
                                                     .second = num_period_words,
                                                     .both = with_period,
                                                     .total = num_words});
  const double length = real(num_characters - inner_periods);
  const double penalty = ignores_penalty ? 1.0 : std::pow(length, -real(without_period));
  return likelihood * std::exp(-length) * real(inner_periods + 1) * penalty;
}

}  // namespace trainyard
