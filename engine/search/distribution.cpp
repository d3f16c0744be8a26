// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/distribution.h"

#include <algorithm>
#include <cmath>

#include "engine/contract/experiment/search_space.h"

namespace trainyard::search {
namespace {

constexpr double kStepTolerance = 1e-9;    // of a step: decimal fractions are not exact
constexpr double kCountLimit = 0x1p53;     // above it, doubles leave integers out
constexpr double kDigitTolerance = 1e-14;  // relative; some units in the last place

double steps_between(double low, double high, double step) {
  return std::floor((high - low) / step + kStepTolerance);
}

// 0.3 instead of 0.30000000000000004.
double without_rounding_error(double number) {
  if (number == std::floor(number) || !std::isfinite(number)) return number;
  const double scale = std::pow(10.0, 12 - std::floor(std::log10(std::abs(number))));
  const double rounded = std::round(number * scale) / scale;
  const bool is_near = std::abs(rounded - number) <= kDigitTolerance * std::abs(number);
  return std::isfinite(rounded) && is_near ? rounded : number;
}

}  // namespace

Distribution normalized(Distribution distribution) {
  if (distribution.kind == DistributionKind::categorical) return distribution;
  if (distribution.kind == DistributionKind::integer && !distribution.step) distribution.step = 1;
  if (distribution.step) {
    const double steps = steps_between(distribution.low, distribution.high, *distribution.step);
    distribution.high = without_rounding_error(distribution.low + steps * *distribution.step);
  }
  return distribution;
}

bool is_single(const Distribution& distribution) {
  if (distribution.kind == DistributionKind::categorical) return distribution.choices.size() == 1;
  return distribution.low == distribution.high;
}

std::optional<std::int64_t> count_of(const Distribution& distribution) {
  if (distribution.kind == DistributionKind::categorical)
    return static_cast<std::int64_t>(distribution.choices.size());
  if (is_single(distribution)) return 1;
  if (!distribution.step) return std::nullopt;
  const double steps = steps_between(distribution.low, distribution.high, *distribution.step);
  return steps < kCountLimit ? std::optional(static_cast<std::int64_t>(steps) + 1) : std::nullopt;
}

double number_at(const Distribution& distribution, std::int64_t index) {
  const auto place = static_cast<double>(index);
  if (distribution.kind == DistributionKind::categorical) return place;
  return without_rounding_error(distribution.low + place * distribution.step.value_or(0));
}

std::optional<double> number_of(const Distribution& distribution, const Value& value) {
  if (distribution.kind == DistributionKind::categorical) {
    const auto found = std::ranges::find(distribution.choices, value);
    if (found == distribution.choices.end()) return std::nullopt;
    return static_cast<double>(found - distribution.choices.begin());
  }
  const auto number = finite_number(value);
  const bool is_inside = number && distribution.low <= *number && *number <= distribution.high;
  return is_inside ? number : std::nullopt;
}

Value value_of(const Distribution& distribution, double number) {
  if (distribution.kind == DistributionKind::categorical)
    return distribution.choices[static_cast<std::size_t>(number)];
  if (distribution.kind == DistributionKind::integer)
    return static_cast<std::int64_t>(std::llround(number));
  return number;
}

double aligned(const Distribution& distribution, double number) {
  const double step = distribution.step.value_or(0);
  const double steps = step > 0 ? std::nearbyint((number - distribution.low) / step) : 0;
  const double on_grid =
      step > 0 ? without_rounding_error(distribution.low + steps * step) : number;
  return std::clamp(on_grid, distribution.low, distribution.high);
}

double uniform_number(const Distribution& distribution, RandomStream& random) {
  const auto count = count_of(distribution);
  if (count && !distribution.log)
    return number_at(distribution, static_cast<std::int64_t>(
                                       random.uniform_below(static_cast<std::uint64_t>(*count))));
  const double half = distribution.step.value_or(0) / 2;
  double low = distribution.low - half, high = distribution.high + half;
  if (!distribution.log) return aligned(distribution, low + random.uniform() * (high - low));
  low = std::log(low);
  high = std::log(high);
  return aligned(distribution, std::exp(low + random.uniform() * (high - low)));
}

}  // namespace trainyard::search
