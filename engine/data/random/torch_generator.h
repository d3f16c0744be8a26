// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of torch.Generator().manual_seed(seed) on the CPU, bit for bit, as far as data needs
// them (ATen/CPUGeneratorImpl.cpp, ATen/native/Distributions.cpp of torch 2.11). Reimplemented, so
// that a draw does not need a tensor.
#pragma once

#include <cstdint>
#include <random>

namespace trainyard {

class TorchGenerator {
 public:
  // torch's Mersenne Twister takes the lower 32 bits and is otherwise the standard one.
  explicit TorchGenerator(std::uint64_t seed) : engine_(static_cast<std::uint32_t>(seed)) {}

  // In [0, 1), 53 bits: at::uniform_real_distribution<double>(0, 1).
  double uniform();

  // torch.poisson(torch.tensor(rate)): the tensor is float32, so the rate is rounded to that. From
  // 10 on Hörmann's transformed rejection (1993); below, a product of uniform numbers (Knuth). 0
  // draws nothing. `rate` must be finite, not negative and at most kLargestRate.
  std::int64_t poisson(double rate);
  static constexpr double kLargestRate = 1e6;

 private:
  std::int64_t poisson_by_rejection(double rate);

  std::mt19937 engine_;
};

}  // namespace trainyard
