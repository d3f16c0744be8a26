#include "engine/data/batch_stream.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace trainyard {
namespace {

constexpr std::int64_t length = 4;

// Example i is (i, i, i, i).
BlockDataset make_dataset(const TemporaryFolder& scratch, std::int64_t examples) {
  std::ofstream stream(scratch / "tokens", std::ios::binary);
  for (std::int64_t i = 0; i < examples * length; ++i) {
    const auto id = static_cast<std::uint16_t>(i / length);
    stream.write(reinterpret_cast<const char*>(&id), 2);
  }
  stream.close();
  return BlockDataset(std::move(*TokenFile::open(scratch / "tokens", examples * length, 2)), length,
                      examples);
}

// The examples of each step by their position in the global batch, put together from all ranks.
std::vector<std::map<std::int64_t, std::int64_t>> collect(const BlockDataset& dataset,
                                                          const BatchPlan& plan,
                                                          std::int64_t steps) {
  std::vector<std::map<std::int64_t, std::int64_t>> collected(steps);
  for (std::int64_t rank = 0; rank < plan.world_size; ++rank) {
    BatchStream stream(dataset, plan, rank, 42, {});
    for (auto& step : collected) {
      const auto batches = stream.next();
      for (const MicroBatch& micro : batches->micro_batches)
        for (std::int64_t row = 0; row < micro.num_rows; ++row)
          step[micro.first_row + row] = micro.input_ids[row * length];
    }
  }
  return collected;
}

TEST(BatchStream, OrderDoesNotDependOnRanksOrAccumulation) {
  const TemporaryFolder scratch;
  const BlockDataset dataset = make_dataset(scratch, 21);
  const auto one = collect(dataset, {21, 8, 1, 1}, 7);
  EXPECT_EQ(one[2].size(), 5u);  // the epoch's rest
  EXPECT_EQ(one, collect(dataset, {21, 2, 4, 1}, 7));
  EXPECT_EQ(one, collect(dataset, {21, 4, 1, 2}, 7));
  EXPECT_EQ(one, collect(dataset, {21, 2, 2, 2}, 7));
  EXPECT_EQ(one, collect(dataset, {21, 2, 1, 4}, 7));
}

TEST(BatchStream, AnEpochHoldsEveryExampleOnce) {
  const TemporaryFolder scratch;
  const BlockDataset dataset = make_dataset(scratch, 21);
  std::map<std::int64_t, int> seen;
  for (const auto& step : collect(dataset, {21, 4, 1, 1}, 6))
    for (const auto& [position, example] : step) ++seen[example];
  EXPECT_EQ(seen.size(), 21u);
  for (const auto& [example, count] : seen) EXPECT_EQ(count, 1);
}

TEST(BatchStream, ResumesAnywhere) {
  const TemporaryFolder scratch;
  const BlockDataset dataset = make_dataset(scratch, 21);
  const BatchPlan plan{21, 4, 2, 1};
  BatchStream whole(dataset, plan, 0, 42, {});
  DataPosition position;
  for (int step = 0; step < 7; ++step) {
    const auto expected = whole.next();
    BatchStream resumed(dataset, plan, 0, 42, position);
    EXPECT_EQ(resumed.next()->micro_batches[0].input_ids, expected->micro_batches[0].input_ids);
    position = expected->after;
  }
}

TEST(BatchStream, HandsOnErrors) {
  const TemporaryFolder scratch;
  const BlockDataset dataset = make_dataset(scratch, 21);
  std::filesystem::resize_file(scratch / "tokens", 10);
  BatchStream stream(dataset, {21, 21, 1, 1}, 0, 42, {});
  EXPECT_FALSE(stream.next().ok());
  EXPECT_FALSE(stream.next().ok());  // and stays failed
}

TEST(BatchStream, HandsOnThatMemoryRanOut) {
  const TemporaryFolder scratch;
  const BlockDataset dataset = make_dataset(scratch, 21);
  BatchStream stream(dataset, {std::int64_t{1} << 50, std::int64_t{1} << 46, 1, 1}, 0, 42, {});
  EXPECT_THROW(static_cast<void>(stream.next()), std::bad_alloc);
  EXPECT_THROW(static_cast<void>(stream.next()), std::bad_alloc);  // and stays failed
}

}  // namespace
}  // namespace trainyard
