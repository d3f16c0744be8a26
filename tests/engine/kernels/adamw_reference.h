// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW of one number in fp64, as engine/optim computes it.
#pragma once

#include <cmath>
#include <cstdint>

namespace trainyard::kernels {

struct AdamWReference {
  double learning_rate = 1e-2, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double value = 0.0, first = 0.0, second = 0.0;

  void update(double gradient, std::int64_t step, double decay) {
    const auto steps = static_cast<double>(step);
    first = beta1 * first + (1.0 - beta1) * gradient;
    second = beta2 * second + (1.0 - beta2) * gradient * gradient;
    value *= 1.0 - learning_rate * decay;
    const double divisor = std::sqrt(second) / std::sqrt(1.0 - std::pow(beta2, steps)) + epsilon;
    value -= learning_rate / (1.0 - std::pow(beta1, steps)) * first / divisor;
  }
};

}  // namespace trainyard::kernels
