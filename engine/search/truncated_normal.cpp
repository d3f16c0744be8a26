// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/truncated_normal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace trainyard::search {
namespace {

const double kHalfLogTwoPi = 0.5 * std::log(2 * std::numbers::pi);
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kFarLeft = -20;  // below it, the series is accurate
constexpr int kNewtonSteps = 100;
constexpr double kNewtonTolerance =
    1e-8;  // relative; Newton's error is the square of the last step

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

// log(exp(a) - exp(b)) for a > b
double log_subtract(double a, double b) { return a + std::log1p(-std::exp(b - a)); }

// The asymptotic series of the left tail: 1 - 1/x² + 1·3/x⁴ - 1·3·5/x⁶ ...
double log_left_tail(double x) {
  double sum = 1, last = 0, term = 1;
  for (int i = 1; std::abs(last - sum) > std::numeric_limits<double>::epsilon(); ++i) {
    last = sum;
    term *= -(2 * i - 1) / (x * x);
    sum += term;
  }
  return -0.5 * x * x - std::log(-x) - kHalfLogTwoPi + std::log(sum);
}

// Where Newton's method begins: an approximation of the tail, or the logistic distribution.
double first_guess(double log_probability) {
  if (log_probability < -5) return -std::sqrt(-2 * (log_probability + kHalfLogTwoPi));
  const double scale = std::sqrt(3.0) / std::numbers::pi;
  return -scale * std::log(std::expm1(-log_probability));
}

}  // namespace

double log_normal_cdf(double x) {
  if (x > 0) return std::log1p(-normal_cdf(-x));
  if (x > kFarLeft) return std::log(normal_cdf(x));
  return log_left_tail(x);
}

double log_normal_mass(double a, double b) {
  // In the right tail, both probabilities are close to 1: its mirror image is computed.
  if (b <= 0) return log_subtract(log_normal_cdf(b), log_normal_cdf(a));
  if (a > 0) return log_subtract(log_normal_cdf(-a), log_normal_cdf(-b));
  return std::log1p(-normal_cdf(a) - normal_cdf(-b));
}

double inverse_log_normal_cdf(double log_probability) {
  if (log_probability >= 0) return kInfinity;
  // Close to 0, the probability above x is the accurate one.
  const bool is_flipped = log_probability > -1e-2;
  const double wanted = is_flipped ? std::log(-std::expm1(log_probability)) : log_probability;
  if (wanted == -kInfinity) return is_flipped ? kInfinity : -kInfinity;
  double x = first_guess(wanted);
  for (int i = 0; i < kNewtonSteps; ++i) {
    const double log_cdf = log_normal_cdf(x);
    const double log_density = -0.5 * x * x - kHalfLogTwoPi;
    const double step = (log_cdf - wanted) * std::exp(log_cdf - log_density);
    x -= step;
    if (std::abs(step) <= kNewtonTolerance * std::abs(x)) break;
  }
  return is_flipped ? -x : x;
}

double truncated_normal_quantile(double quantile, double a, double b) {
  if (quantile <= 0) return a;
  if (quantile >= 1) return b;
  const double log_mass = log_normal_mass(a, b);
  const double x =
      a < 0
          ? inverse_log_normal_cdf(log_add(log_normal_cdf(a), std::log(quantile) + log_mass))
          : -inverse_log_normal_cdf(log_add(log_normal_cdf(-b), std::log1p(-quantile) + log_mass));
  return std::clamp(x, a, b);
}

double log_add(double a, double b) {
  const double larger = std::max(a, b), smaller = std::min(a, b);
  return larger == -kInfinity ? larger : larger + std::log1p(std::exp(smaller - larger));
}

}  // namespace trainyard::search
