#include "engine/data/random/numpy_generator.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// What numpy 2.4.6 gives; tests/engine/data/timelines/timelines_parity.py compares many more.
TEST(NumpyGenerator, GivesTheNumbersOfDefaultRng) {
  EXPECT_EQ(seed_sequence(42),
            (std::array<std::uint32_t, 8>{3444837047u, 2669555309u, 2046530742u, 3581440988u,
                                          1691623607u, 2099784219u, 1184028159u, 862288241u}));
  NumpyGenerator generator(42);
  EXPECT_EQ(generator.next64(), 14276969152011380360ull);
  EXPECT_EQ(NumpyGenerator(42).permutation(10),
            (std::vector<std::int64_t>{5, 6, 0, 7, 3, 2, 4, 9, 1, 8}));
}

TEST(NumpyGenerator, KeepsTheOtherHalfOfANumber) {
  NumpyGenerator halves(7), whole(7);
  const std::uint64_t number = whole.next64();
  EXPECT_EQ(halves.next32(), static_cast<std::uint32_t>(number));
  const std::uint64_t next = whole.next64();
  EXPECT_EQ(halves.next64(), next);  // does not use the half
  EXPECT_EQ(halves.next32(), number >> 32);
}

TEST(NumpyGenerator, DrawsNothingWhereThereIsNoChoice) {
  NumpyGenerator one(3), other(3);
  EXPECT_EQ(one.at_most(0), 0u);
  EXPECT_EQ(one.permutation(1), std::vector<std::int64_t>{0});
  EXPECT_TRUE(one.permutation(0).empty());
  EXPECT_EQ(one.next64(), other.next64());
}

}  // namespace
}  // namespace trainyard
