// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/packing.h"

#include <random>

#include <gtest/gtest.h>

#include "engine/contract/experiment/experiment.h"

namespace trainyard {
namespace {

using Lengths = std::vector<std::uint32_t>;

Packs packed_rows(const Lengths& lengths, PackStrategy strategy, std::int64_t length,
                  std::int64_t rows_at_once = 0) {
  auto packs = pack_rows(lengths, {strategy, length, rows_at_once});
  EXPECT_TRUE(packs);
  return packs ? *std::move(packs) : Packs();
}

// "row:begin-end row:begin-end" a pack.
std::vector<std::string> shown_packs(const Packs& packs) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < packs.ends.size(); ++i) {
    std::string& text = all.emplace_back();
    for (const PackPiece& piece : packs.pack(i))
      text += (text.empty() ? "" : " ") + std::to_string(piece.row) + ":" +
              std::to_string(piece.begin) + "-" + std::to_string(piece.end);
  }
  return all;
}

using Texts = std::vector<std::string>;
constexpr auto ffd = PackStrategy::first_fit_decreasing;
constexpr auto wrapped = PackStrategy::wrapped;

TEST(Packing, FitsTheLongestRowsFirst) {
  // The example of trl's pack_dataset.
  EXPECT_EQ(shown_packs(packed_rows({3, 2, 3, 1}, ffd, 4)),
            (Texts{"0:0-3 3:0-1", "2:0-3", "1:0-2"}));
  EXPECT_EQ(shown_packs(packed_rows({4, 4, 2}, ffd, 4)), (Texts{"0:0-4", "1:0-4", "2:0-2"}));
}

TEST(Packing, CutsRowsThatAreTooLong) {
  const Packs packs = packed_rows({9, 0, 2, 5}, ffd, 5);
  EXPECT_EQ(shown_packs(packs), (Texts{"0:0-5", "3:0-5", "2:0-2"}));
  EXPECT_EQ(packs.num_cut_rows, 1);
  EXPECT_EQ(packs.num_left_tokens, 4);
  EXPECT_EQ(packs.num_empty_rows, 1);
}

TEST(Packing, OpensAPackTooManyWhereTrlDoes) {
  // The tree of five spaces has the largest one on its left.
  EXPECT_EQ(shown_packs(packed_rows({2, 3}, ffd, 5)), (Texts{"1:0-3", "0:0-2"}));
}

TEST(Packing, WrapsRowsAnywhere) {
  EXPECT_EQ(shown_packs(packed_rows({3, 4, 0, 2}, wrapped, 4)),
            (Texts{"0:0-3 1:0-1", "1:1-4 3:0-1", "3:1-2"}));
  EXPECT_EQ(shown_packs(packed_rows({10}, wrapped, 4)), (Texts{"0:0-4", "0:4-8", "0:8-10"}));
}

TEST(Packing, TakesRowsAPartAtATime) {
  EXPECT_EQ(shown_packs(packed_rows({2, 2, 2, 2}, wrapped, 3, 2)),
            (Texts{"0:0-2 1:0-1", "1:1-2", "2:0-2 3:0-1", "3:1-2"}));
  EXPECT_EQ(shown_packs(packed_rows({1, 1, 1}, ffd, 4, 2)), (Texts{"0:0-1 1:0-1", "2:0-1"}));
}

TEST(Packing, KeepsEachTokenOnceAndNoPackTooLong) {
  std::mt19937 generator(11);
  for (int round = 0; round < 50; ++round) {
    const std::uint32_t limit = 1 + generator() % 70;
    Lengths lengths(generator() % 500);
    for (std::uint32_t& length : lengths) length = generator() % (limit + 1);
    for (const PackStrategy strategy : {ffd, wrapped}) {
      const Packs packs = packed_rows(lengths, strategy, limit, round % 2 ? 0 : 37);
      Lengths found(lengths.size());
      for (std::size_t i = 0; i < packs.ends.size(); ++i) {
        std::uint32_t size = 0;
        for (const PackPiece& piece : packs.pack(i)) {
          ASSERT_LT(piece.begin, piece.end);
          size += piece.end - piece.begin;
          found[piece.row] += piece.end - piece.begin;
        }
        ASSERT_LE(size, limit);
        ASSERT_GT(size, 0u);
      }
      ASSERT_EQ(found, lengths);
    }
  }
}

TEST(Packing, RefusesImpossibleLengths) {
  for (const std::int64_t length : {std::int64_t{0}, std::int64_t{-1}, max_pack_length + 1}) {
    const auto packs = pack_rows(Lengths{1}, {ffd, length, 0});
    ASSERT_FALSE(packs);
    EXPECT_EQ(packs.error().code, "packing.length");
  }
  EXPECT_FALSE(pack_rows(Lengths{1}, {ffd, 4, -1}));
  EXPECT_TRUE(packed_rows({}, ffd, 4).ends.empty());
  EXPECT_TRUE(packed_rows({}, wrapped, 4, 1000).ends.empty());
}

}  // namespace
}  // namespace trainyard
