// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/host_arena.h"

#include <unistd.h>

#include <map>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "engine/model/copy_stream.h"

namespace trainyard {
namespace {

// What a GPU would know.
std::map<void*, std::size_t> announced;
bool is_refused = false;

class HostArenaTest : public testing::Test {
 protected:
  void SetUp() override {
    announced.clear();
    is_refused = false;
    set_host_registration({[](void* memory, std::size_t bytes) {
                             if (!is_refused) announced[memory] = bytes;
                             return !is_refused;
                           },
                           [](void* memory) { return announced.erase(memory) == 1; }});
  }
  void TearDown() override { set_host_registration({}); }
};

TEST_F(HostArenaTest, IsOnePieceOfExactSizeInPagesOfItsOwn) {
  constexpr std::int64_t kBytes = 3 * 4096 + 64;  // torch would take 16384
  auto arena = HostArena::make(kBytes);
  EXPECT_EQ(arena->bytes(), kBytes);
  EXPECT_TRUE(arena->is_registered());
  ASSERT_EQ(announced.size(), 1u);
  EXPECT_EQ(announced.begin()->second, static_cast<std::size_t>(kBytes));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(announced.begin()->first) %
                static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE)),
            0u);
  std::int64_t taken = 0;
  std::vector<at::Tensor> tensors;
  while (true) {
    at::Tensor tensor = arena->take({4, 4}, at::kFloat);
    if (!tensor.defined()) break;
    EXPECT_EQ(static_cast<char*>(tensor.mutable_data_ptr()),
              static_cast<char*>(announced.begin()->first) + taken);
    tensor.fill_(static_cast<double>(taken));
    taken += 64;
    tensors.push_back(tensor);
  }
  EXPECT_EQ(taken, kBytes);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    EXPECT_TRUE(tensors[i].equal(at::full({4, 4}, 64.0 * static_cast<double>(i))));
  tensors.clear();
  arena.reset();
  EXPECT_TRUE(announced.empty());
}

TEST_F(HostArenaTest, IsFreeAgainOnceNothingOfItIsLeft) {
  const auto arena = HostArena::make(HostArena::room_for(100) + HostArena::room_for(10));
  at::Tensor first = arena->take({100}, at::kByte), second = arena->take({10}, at::kByte);
  EXPECT_EQ(first.scalar_type(), at::kByte);
  EXPECT_FALSE(arena->take({1}, at::kByte).defined());
  first.reset();
  EXPECT_FALSE(arena->take({1}, at::kByte).defined()) << "one is left";
  const at::Tensor part = second.narrow(0, 3, 2);
  std::thread([&] { second.reset(); }).join();
  EXPECT_FALSE(arena->take({1}, at::kByte).defined()) << "a part of one is left";
}

TEST_F(HostArenaTest, BeginsAgainAtItsBegin) {
  const auto arena = HostArena::make(128);
  const void* begin = nullptr;
  for (int round = 0; round < 3; ++round) {
    const at::Tensor one = arena->take({16}, at::kFloat), two = arena->take({16}, at::kFloat);
    ASSERT_TRUE(two.defined());
    if (round > 0) {
      EXPECT_EQ(one.const_data_ptr(), begin);
    }
    begin = one.const_data_ptr();
  }
}

TEST_F(HostArenaTest, LivesAsLongAsItsTensors) {
  auto arena = HostArena::make(64);
  at::Tensor tensor = arena->take({16}, at::kFloat);
  arena.reset();
  tensor.fill_(3);
  EXPECT_EQ(announced.size(), 1u);
  tensor.reset();
  EXPECT_TRUE(announced.empty());
}

TEST_F(HostArenaTest, ThatAGpuRefusesIsPlainMemory) {
  is_refused = true;
  const auto arena = HostArena::make(64);
  EXPECT_FALSE(arena->is_registered());
  EXPECT_TRUE(arena->take({16}, at::kFloat).fill_(1).equal(at::ones({16})));
}

TEST_F(HostArenaTest, ThatNoAddressSpaceHasIsNoMemory) {
  EXPECT_THROW(HostArena::make(std::int64_t{1} << 60), std::bad_alloc);
  EXPECT_TRUE(announced.empty());
}

TEST_F(HostArenaTest, IsNotUsedOnAProcessor) {
  const auto arena = HostArena::make(64);
  CopyStream copies(at::kCPU, arena);
  const at::Tensor copy = copies.to_host(at::ones({16}));
  EXPECT_TRUE(copy.equal(at::ones({16})));
  EXPECT_NE(copy.const_data_ptr(), announced.begin()->first);
}

}  // namespace
}  // namespace trainyard
