// SPDX-License-Identifier: GPL-3.0-or-later
// What a controller reads of a trial's run while others write it.
#include "engine/controller/run_reader.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard::controller {
namespace {

class RunReaderTest : public testing::Test {
 protected:
  void write(std::int64_t attempt, std::initializer_list<decltype(Event::body)> bodies) {
    std::filesystem::create_directories(folder_.attempt(attempt));
    std::ofstream file(folder_.attempt(attempt) / "events.jsonl", std::ios::app);
    for (const auto& body : bodies) {
      Event event;
      event.sequence = sequence_++;
      event.body = body;
      file << to_line(event) << '\n';
    }
  }
  static MetricsEvent value(std::optional<std::int64_t> step, double value,
                            const char* name = "eval/loss") {
    MetricsEvent metrics;
    metrics.step = step;
    metrics.values = {{name, value}};
    return metrics;
  }

  TemporaryFolder temporary_;
  RunFolder folder_{temporary_.path()};
  RunReader reader_{folder_, "eval/loss"};
  std::int64_t sequence_ = 0;
};

TEST_F(RunReaderTest, NothingIsThereYet) {
  ASSERT_TRUE(reader_.read().ok());
  EXPECT_EQ(reader_.attempt(), 0);
  EXPECT_FALSE(reader_.end());
  EXPECT_FALSE(reader_.best(SearchDirection::minimize));
}

TEST_F(RunReaderTest, PointsComeOnce) {
  write(1, {HeaderEvent{.job_id = "12"}, StartEvent{}, value(10, 2.0), value(10, 9.0, "other")});
  ASSERT_TRUE(reader_.read().ok());
  EXPECT_EQ(reader_.job(), "12");
  const auto first = reader_.take_points();
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].step, 10);
  write(1, {value(20, 1.0), EndEvent{}});
  ASSERT_TRUE(reader_.read().ok());
  const auto second = reader_.take_points();
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].value, 1.0);
  EXPECT_TRUE(reader_.end());
  EXPECT_EQ(reader_.step(), 20);
  EXPECT_EQ(reader_.known(), (std::set<std::string>{"eval/loss", "other"}));
  EXPECT_EQ(reader_.best(SearchDirection::minimize), 1.0);
  EXPECT_EQ(reader_.best(SearchDirection::maximize), 2.0);
}

// What a further attempt repeats replaces what the one before wrote beyond its checkpoint.
TEST_F(RunReaderTest, ResumedStepsReplaceWhatWasThere) {
  write(1, {HeaderEvent{.job_id = "12"}, StartEvent{}, value(10, 2.0), value(20, 0.5),
            EndEvent{.outcome = Outcome::preempted}});
  write(2, {HeaderEvent{.job_id = "13"}, StartEvent{.resume_step = 10}, value(20, 1.5)});
  ASSERT_TRUE(reader_.read().ok());
  EXPECT_EQ(reader_.attempt(), 2);
  EXPECT_EQ(reader_.job(), "13");
  EXPECT_FALSE(reader_.end());
  EXPECT_EQ(reader_.best(SearchDirection::minimize), 1.5);
  EXPECT_EQ(reader_.take_points().size(), 3u);
}

TEST_F(RunReaderTest, StepsAreCountedWhereThereAreNone) {
  write(1, {StartEvent{}, value({}, 3.0), value({}, 2.0)});
  ASSERT_TRUE(reader_.read().ok());
  const auto points = reader_.take_points();
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].step, 0);
  EXPECT_EQ(points[1].step, 1);
}

TEST_F(RunReaderTest, NaNIsNeverTheBest) {
  write(1, {StartEvent{}, value(1, std::nan("")), value(2, 4.0), value(3, std::nan(""))});
  ASSERT_TRUE(reader_.read().ok());
  EXPECT_EQ(reader_.best(SearchDirection::maximize), 4.0);
}

}  // namespace
}  // namespace trainyard::controller
