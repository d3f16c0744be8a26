// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/task/hidden_tokens.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/data/order.h"

namespace trainyard {
namespace {

constexpr std::int64_t kRowLength = 512, kNumRows = 64, kTextBegin = 2, kTextEnd = 3;
const SpecialTokens kTokens = {.vocab_size = 1000,
                               .end_of_text = {},
                               .mask = 4,
                               .padding = 0,
                               .around = {kTextBegin, kTextEnd}};

// Rows of "[CLS] ids [SEP] [PAD]", example `first` and those behind it.
MicroBatch rows_from(std::int64_t first, std::int64_t rows = kNumRows, std::uint64_t epoch = 0) {
  MicroBatch batch;
  batch.num_rows = rows;
  batch.length = kRowLength;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t i = 0; i < kRowLength; ++i)
      batch.input_ids.push_back(5 + ((first + row) * 31 + i * 7) % 995);
    batch.input_ids[row * kRowLength] = kTextBegin;
    batch.input_ids[row * kRowLength + kRowLength - 2] = kTextEnd;
    batch.input_ids[row * kRowLength + kRowLength - 1] = *kTokens.padding;
    batch.row_keys.push_back(row_key(7, epoch, static_cast<std::uint64_t>(first + row)));
  }
  return batch;
}

TEST(HiddenTokens, AreAsManyOfEachKindAsSaid) {
  const MicroBatch given = rows_from(0);
  MicroBatch rows = given;
  const auto labels = hide_tokens(rows, 0.15, kTokens);
  double hidden = 0, masks = 0, others = 0, kept = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == -100) {
      ASSERT_EQ(rows.input_ids[i], given.input_ids[i]);
      continue;
    }
    ASSERT_EQ(labels[i], given.input_ids[i]);
    ++hidden;
    (rows.input_ids[i] == *kTokens.mask ? masks
     : rows.input_ids[i] == labels[i]   ? kept
                                        : others) += 1;
  }
  // Bars of four standard deviations.
  const double tokens = kNumRows * (kRowLength - 3);
  EXPECT_NEAR(hidden / tokens, 0.15, 4 * std::sqrt(0.15 * 0.85 / tokens));
  EXPECT_NEAR(masks / hidden, 0.8, 4 * std::sqrt(0.8 * 0.2 / hidden));
  EXPECT_NEAR(others / hidden, 0.1, 4 * std::sqrt(0.1 * 0.9 / hidden));
  EXPECT_NEAR(kept / hidden, 0.1, 4 * std::sqrt(0.1 * 0.9 / hidden));
}

TEST(HiddenTokens, AreNeverThoseAroundATextNorPadding) {
  MicroBatch rows = rows_from(0);
  const auto labels = hide_tokens(rows, 1.0, kTokens);
  for (std::int64_t row = 0; row < kNumRows; ++row)
    for (std::int64_t i = 0; i < kRowLength; ++i) {
      const bool is_special = i == 0 || i >= kRowLength - 2;
      ASSERT_EQ(labels[row * kRowLength + i] == -100, is_special) << row << ", " << i;
    }
}

TEST(HiddenTokens, FollowTheExampleAndTheEpoch) {
  MicroBatch together = rows_from(0), alone = rows_from(5, 1), later = rows_from(5, 1, 1);
  const auto all = hide_tokens(together, 0.15, kTokens);
  const auto one = hide_tokens(alone, 0.15, kTokens);
  const auto next = hide_tokens(later, 0.15, kTokens);
  EXPECT_EQ(std::vector(all.begin() + 5 * kRowLength, all.begin() + 6 * kRowLength), one);
  EXPECT_TRUE(std::equal(alone.input_ids.begin(), alone.input_ids.end(),
                         together.input_ids.begin() + 5 * kRowLength));
  EXPECT_NE(one, next);
}

}  // namespace
}  // namespace trainyard
