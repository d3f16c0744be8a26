// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/split_counts.h"

#include <numeric>

#include "tests/engine/inspect/inspected_text.h"

namespace trainyard {
namespace {

using Lengths = std::vector<std::pair<std::int64_t, std::int64_t>>;

std::int64_t sum(const std::vector<std::int64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t(0));
}

// The quantiles are those of numpy.percentile.
TEST(LengthCounts, SayWhereLengthsLie) {
  const LengthCounts found = length_counts({{1, 1}, {2, 2}, {5, 1}, {9, 1}});
  EXPECT_EQ(found.minimum, 1);
  EXPECT_EQ(found.maximum, 9);
  EXPECT_DOUBLE_EQ(found.median, 2);
  EXPECT_DOUBLE_EQ(found.p95, 8.2);
  EXPECT_EQ(found.edges, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(found.counts, (std::vector<std::int64_t>{1, 2, 0, 0, 1, 0, 0, 0, 1}));
  // Between two of them.
  EXPECT_DOUBLE_EQ(length_counts({{3, 1}, {4, 1}}).median, 3.5);
}

TEST(LengthCounts, HaveFewBinsOfOneWidth) {
  Lengths lengths;
  for (std::int64_t length = 7; length <= 1006; ++length) lengths.emplace_back(length, length % 3);
  const LengthCounts found = length_counts(lengths);
  ASSERT_EQ(found.edges.size(), found.counts.size() + 1);
  EXPECT_LE(found.counts.size(), 24u);
  for (std::size_t i = 1; i < found.edges.size(); ++i)
    EXPECT_EQ(found.edges[i] - found.edges[i - 1], found.edges[1] - found.edges[0]);
  EXPECT_EQ(found.edges.front(), 7);
  EXPECT_GT(found.edges.back(), 1006);
  std::int64_t total = 0;
  for (const auto& [length, count] : lengths) total += count;
  EXPECT_EQ(sum(found.counts), total);
}

TEST(LengthCounts, OfNothingAndOfOneLengthAreWhole) {
  EXPECT_TRUE(length_counts({}).counts.empty());
  const LengthCounts one = length_counts({{512, 40}});
  EXPECT_EQ(one.edges, (std::vector<std::int64_t>{512, 513}));
  EXPECT_EQ(one.counts, (std::vector<std::int64_t>{40}));
  EXPECT_DOUBLE_EQ(one.p95, 512);
}

// Of blocks of text every token but the first is learned, and nothing is padded.
TEST(SplitCounts, OfBlocksAreKnownWithoutReadingThem) {
  const TemporaryFolder scratch;
  std::string text;
  for (int i = 0; i < 200; ++i) text += "line " + std::to_string(i) + " of some words\n";
  const PreparedData data = prepared_text(scratch, text);
  const auto inspected = opened(scratch, 16);
  ASSERT_TRUE(inspected.ok()) << inspected.error().message;
  ASSERT_EQ(inspected->splits().size(), 1u);
  const auto counts = count_split(*inspected, inspected->splits().front(), on_progress);
  ASSERT_TRUE(counts.ok()) << counts.error().message;
  EXPECT_EQ(counts->name, "train");
  EXPECT_EQ(counts->examples, data.train.num_tokens / 16);
  EXPECT_GT(counts->examples, 10);
  EXPECT_EQ(counts->tokens, counts->examples * 16);
  EXPECT_EQ(counts->learned_tokens, counts->examples * 15);
  EXPECT_EQ(counts->padding, 0);
  EXPECT_EQ(counts->lengths->counts, (std::vector<std::int64_t>{counts->examples}));
  EXPECT_TRUE(counts->labels->empty());
}

}  // namespace
}  // namespace trainyard
