// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/random/torch_generator.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(TorchGenerator, DrawsAsLibtorch) {
  for (const double rate : {0.0, 0.25, 7.0, 7.3, 9.9999999, 10.0, 123.4, 1e6}) {
    for (const std::uint64_t seed : {0ull, 42ull, (1ull << 33) + 5}) {
      TorchGenerator ours(seed);
      auto theirs = at::detail::createCPUGenerator(seed);
      const at::Tensor rates = at::full({}, rate, at::kFloat);
      for (int i = 0; i < 500; ++i)
        ASSERT_EQ(ours.poisson(rate), at::poisson(rates, theirs).item<std::int64_t>())
            << rate << " " << seed << " " << i;
    }
  }
}

}  // namespace
}  // namespace trainyard
