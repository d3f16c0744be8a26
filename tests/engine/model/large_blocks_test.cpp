// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/large_blocks.h"

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "engine/model/lazy_zeros.h"
#include "tests/engine/memory_use.h"

namespace trainyard {
namespace {

// Tensors of random sizes around 1 MiB, each full of a number of its own until it goes.
void take_and_give_back(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<at::Tensor, std::int32_t>> held;
  const auto is_whole = [](const auto& one) {
    return one.first.eq(one.second).all().template item<bool>();
  };
  for (std::int32_t number = 0; number < 600; ++number) {
    if (held.size() > 12 || (!held.empty() && random() % 3 == 0)) {
      const std::size_t place = random() % held.size();
      ASSERT_TRUE(is_whole(held[place]));
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(place));
    }
    const auto elements = static_cast<std::int64_t>(random() % (1 << 20)) + 1;
    held.emplace_back(at::full({elements}, number, at::kInt), number);
  }
  EXPECT_TRUE(std::ranges::all_of(held, is_whole));
}

TEST(LargeBlocks, AreNobodyElses) {
  use_large_blocks();
  std::vector<std::thread> threads;
  for (unsigned seed = 1; seed <= 4; ++seed) threads.emplace_back(take_and_give_back, seed);
  for (std::thread& thread : threads) thread.join();
}

TEST(LargeBlocks, AreTakenAgainInWhole) {
  use_large_blocks();
  const auto bytes = [](std::int64_t count) { return at::empty({count << 20}, at::kByte); };
  std::vector<at::Tensor> parts;
  for (int i = 0; i < 9; ++i) parts.push_back(bytes(3));
  const void* const first = parts[0].data_ptr();
  std::vector<at::Tensor> small;  // between them in time, not in place
  for (int i = 0; i < 9; ++i) small.push_back(at::empty({100}, at::kByte));
  std::shuffle(parts.begin(), parts.end(), std::mt19937(5));
  parts.clear();
  EXPECT_EQ(bytes(27).data_ptr(), first);
}

TEST(LargeBlocks, AreCounted) {
  use_large_blocks();
  const MemoryUse memory;
  at::Tensor block = at::empty({3 << 20}, at::kByte);
  EXPECT_EQ(memory.current(), 3 << 20);
  block.reset();
  EXPECT_EQ(memory.current(), 0);
}

TEST(LazyZeros, AreZeroAndWithoutMemoryBetween) {
  const std::int64_t elements = (8 << 20) + 5;
  const at::Tensor lazy = lazy_zeros(elements, at::kFloat);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(lazy.data_ptr()) % (2 << 20), 0U);
  EXPECT_EQ(lazy.count_nonzero().item<std::int64_t>(), 0);
  const at::Tensor zeros = absent_zeros(elements, at::kFloat), part = zeros.narrow(0, 7, 9);
  EXPECT_EQ(zeros.storage().data_ptr().get(), nullptr);
  make_present(part);
  EXPECT_EQ(zeros.count_nonzero().item<std::int64_t>(), 0);
  part.fill_(3.0);
  make_present(zeros);
  EXPECT_EQ(zeros.sum().item<float>(), 27.0F);
  make_absent(zeros);
  EXPECT_EQ(zeros.storage().data_ptr().get(), nullptr);
  make_present(zeros);
  EXPECT_EQ(part.sum().item<float>(), 0.0F);
  const at::Tensor small = absent_zeros(10, at::kFloat);
  small.fill_(1.0);
  make_absent(small);
  EXPECT_EQ(small.sum().item<float>(), 0.0F);
}

}  // namespace
}  // namespace trainyard
