// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/batch_stream.h"

#include "engine/data/epoch_source.h"
#include "engine/data/token_file.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

namespace trainyard {
namespace {

constexpr std::int64_t length = 4;

using Datasets = std::shared_ptr<const Dataset>;

// Example i is (i, i, i, i).
Datasets make_dataset(const TemporaryFolder& scratch, std::int64_t examples) {
  std::ofstream stream(scratch / "tokens", std::ios::binary);
  for (std::int64_t i = 0; i < examples * length; ++i) {
    const auto id = static_cast<std::uint16_t>(i / length);
    stream.write(reinterpret_cast<const char*>(&id), 2);
  }
  stream.close();
  return std::make_shared<BlockDataset>(
      std::move(*TokenFile::open(scratch.path(), {"tokens", examples * length * 2, ""}, 2)), length,
      examples);
}

using RowsOfStep = std::map<std::int64_t, std::pair<std::int64_t, std::uint64_t>>;

// Example and key of each position in the global batch, step by step, put together from all ranks.
std::vector<RowsOfStep> collect(const Datasets& dataset, const BatchPlan& plan,
                                std::int64_t steps) {
  std::vector<RowsOfStep> collected(steps);
  for (std::int64_t rank = 0; rank < plan.world_size; ++rank) {
    EpochSource source(dataset, plan, rank, 42);
    BatchStream stream(source);
    for (RowsOfStep& step : collected) {
      const auto batches = stream.next();
      for (std::int64_t micro = 0; micro < plan.accumulation; ++micro) {
        const MicroBatch& rows = batches->micro_batches[micro];
        const std::int64_t first = (micro * plan.world_size + rank) * plan.per_device;
        for (std::int64_t row = 0; row < rows.num_rows; ++row)
          step[first + row] = {rows.input_ids[row * length], rows.row_keys[row]};
      }
    }
  }
  return collected;
}

TEST(BatchStream, OrderDoesNotDependOnRanksOrAccumulation) {
  const TemporaryFolder scratch;
  const Datasets dataset = make_dataset(scratch, 21);
  const auto one = collect(dataset, {21, 8, 1, 1}, 7);
  EXPECT_EQ(one[2].size(), 5u);  // the epoch's rest
  EXPECT_EQ(one, collect(dataset, {21, 2, 4, 1}, 7));
  EXPECT_EQ(one, collect(dataset, {21, 4, 1, 2}, 7));
  EXPECT_EQ(one, collect(dataset, {21, 2, 2, 2}, 7));
  EXPECT_EQ(one, collect(dataset, {21, 2, 1, 4}, 7));
}

TEST(BatchStream, AnEpochHoldsEveryExampleOnce) {
  const TemporaryFolder scratch;
  const Datasets dataset = make_dataset(scratch, 21);
  std::map<std::int64_t, int> seen;
  for (const auto& step : collect(dataset, {21, 4, 1, 1}, 6))
    for (const auto& [position, example] : step) ++seen[example.first];
  EXPECT_EQ(seen.size(), 21u);
  for (const auto& [example, count] : seen) EXPECT_EQ(count, 1);
}

// Example i has a length of its own and holds nothing but i.
class LengthsDataset final : public Dataset {
 public:
  static std::int64_t length_of(std::int64_t index) { return 1 + index * 7919 % 97; }
  std::int64_t num_examples() const override { return 5000; }
  Result<std::vector<std::int64_t>> lengths(
      const std::vector<std::int64_t>& indices) const override {
    std::vector<std::int64_t> found;
    for (const std::int64_t index : indices) found.push_back(length_of(index));
    return found;
  }
  std::int64_t num_tokens() const override { return 0; }
  std::int64_t longest_row() const override { return 97; }
  Result<MicroBatch> rows(const std::vector<std::int64_t>& indices) const override {
    MicroBatch batch;
    batch.num_rows = static_cast<std::int64_t>(indices.size());
    batch.input_ids = indices;
    return batch;
  }
};

TEST(BatchStream, GroupedByLengthNeedsLittlePadding) {
  const auto dataset = std::make_shared<LengthsDataset>();
  const std::int64_t n = dataset->num_examples();
  // The examples of an epoch and of the first step after it, of `ranks` ranks.
  const auto visited = [&](EpochSource::Order order, std::int64_t ranks) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(n) + 8);
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
      EpochSource source(dataset, {n, 8 / ranks, 1, ranks}, rank, 42, order);
      for (std::int64_t step = 0; step <= n / 8; ++step) {
        const auto batches = source.next();
        const std::vector<std::int64_t>& rows = batches->micro_batches[0].input_ids;
        std::ranges::copy(rows, all.begin() + step * 8 + rank * (8 / ranks));
      }
    }
    return all;
  };
  const auto padding = [&](const std::vector<std::int64_t>& all) {
    std::int64_t sum = 0;
    for (std::size_t begin = 0; begin < static_cast<std::size_t>(n); begin += 8) {
      std::int64_t longest = 0, tokens = 0;
      for (std::size_t i = begin; i < begin + 8; ++i) {
        longest = std::max(longest, dataset->length_of(all[i]));
        tokens += dataset->length_of(all[i]);
      }
      sum += 8 * longest - tokens;
    }
    return sum;
  };
  const auto random = visited(EpochSource::Order::random, 1),
             grouped = visited(EpochSource::Order::grouped_by_length, 1);
  EXPECT_LT(padding(grouped) * 20, padding(random));
  EXPECT_EQ(grouped, visited(EpochSource::Order::grouped_by_length, 2));
  EXPECT_EQ(std::set(grouped.begin(), grouped.begin() + n).size(), static_cast<std::size_t>(n));
  EXPECT_NE(grouped.front(), grouped[static_cast<std::size_t>(n)]) << "each epoch has its order";
  // From the middle of a part.
  EpochSource source(dataset, {n, 8, 1, 1}, 0, 42, EpochSource::Order::grouped_by_length);
  ASSERT_TRUE(source.seek({{"epoch", 0}, {"example", 2400}}));
  EXPECT_EQ(source.next()->micro_batches[0].input_ids,
            std::vector(grouped.begin() + 2400, grouped.begin() + 2408));
}

TEST(BatchStream, KeysAreOfAnExampleInAnEpoch) {
  const TemporaryFolder scratch;
  const Datasets dataset = make_dataset(scratch, 21);
  std::set<std::uint64_t> keys;
  for (const RowsOfStep& step : collect(dataset, {21, 4, 1, 1}, 12))  // two epochs
    for (const auto& [position, example] : step) keys.insert(example.second);
  EXPECT_EQ(keys.size(), 42u);
}

TEST(BatchStream, ResumesAnywhere) {
  const TemporaryFolder scratch;
  const Datasets dataset = make_dataset(scratch, 21);
  const BatchPlan plan{21, 4, 2, 1};
  EpochSource whole(dataset, plan, 0, 42);
  Map position = whole.position();
  for (int step = 0; step < 7; ++step) {
    const auto expected = whole.next();
    EpochSource resumed(dataset, plan, 0, 42);
    ASSERT_TRUE(resumed.seek(position));
    EXPECT_EQ(resumed.next()->micro_batches[0].input_ids, expected->micro_batches[0].input_ids);
    position = expected->after;
    EXPECT_DOUBLE_EQ(expected->epochs, (step + 1) / 3.0);
  }
  EXPECT_FALSE(whole.seek({{"shard", 3}}));
}

TEST(BatchStream, HandsOnErrors) {
  const TemporaryFolder scratch;
  const Datasets dataset = make_dataset(scratch, 21);
  std::filesystem::resize_file(scratch / "tokens", 10);
  EpochSource source(dataset, {21, 21, 1, 1}, 0, 42);
  BatchStream stream(source);
  EXPECT_FALSE(stream.next().ok());
  EXPECT_FALSE(stream.next().ok());  // and stays failed
}

TEST(BatchStream, HandsOnThatMemoryRanOut) {
  const TemporaryFolder scratch;
  const Datasets dataset = make_dataset(scratch, 21);
  EpochSource source(dataset, {std::int64_t{1} << 50, std::int64_t{1} << 46, 1, 1}, 0, 42);
  BatchStream stream(source);
  EXPECT_THROW(static_cast<void>(stream.next()), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(stream.next()), std::bad_alloc);  // and stays failed
}

}  // namespace
}  // namespace trainyard
