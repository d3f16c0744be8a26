// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/random/torch_generator.h"

#include <cmath>

namespace trainyard {

double TorchGenerator::uniform() {
  const std::uint64_t upper = engine_();
  const std::uint64_t both = upper << 32 | static_cast<std::uint32_t>(engine_());
  return static_cast<double>(both & ((1ull << 53) - 1)) * 0x1p-53;
}

// The constants are Hörmann's ("The transformed rejection method for generating Poisson random
// variables", algorithm PTRS); the order of operations is torch's, for equal rounding.
std::int64_t TorchGenerator::poisson_by_rejection(double rate) {
  const double log_rate = std::log(rate);
  const double b = 0.931 + 2.53 * std::sqrt(rate), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = uniform() - 0.5, v = uniform();
    const double distance = 0.5 - std::fabs(u);
    // u may be -0.5: then this is minus infinity.
    const double found = std::floor((2 * a / distance + b) * u + rate + 0.43);
    if (distance >= 0.07 && v <= v_r) return static_cast<std::int64_t>(found);
    if (!(found >= 0) || (distance < 0.013 && v > distance)) continue;
    if (std::log(v) + std::log(inverse_alpha) - std::log(a / (distance * distance) + b) <=
        -rate + found * log_rate - std::lgamma(found + 1))
      return static_cast<std::int64_t>(found);
  }
}

std::int64_t TorchGenerator::poisson(double rate) {
  rate = static_cast<double>(static_cast<float>(rate));
  if (rate == 0) return 0;
  if (rate >= 10) return poisson_by_rejection(rate);
  const double smallest = std::exp(-rate);
  double product = uniform();
  std::int64_t count = 0;
  for (; product > smallest; ++count) product *= uniform();
  return count;
}

}  // namespace trainyard
