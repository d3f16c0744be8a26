// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/reported_steps.h"

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

using std::chrono::milliseconds;

class ReportedStepsTest : public testing::Test {
 protected:
  void append(const std::string& text) {
    std::ofstream(file_, std::ios::app) << text << std::flush;
  }

  const TemporaryFolder scratch_;
  const std::filesystem::path file_ = scratch_ / "events.jsonl";
};

TEST_F(ReportedStepsTest, NothingIsThereWithoutAFile) {
  EXPECT_FALSE(ReportedSteps(file_).wait_for(1, "train/loss", milliseconds(5)));
}

TEST_F(ReportedStepsTest, WholeLinesOfMetricsCount) {
  ReportedSteps reported(file_);
  append(
      R"({"event":"checkpoint","time":1.0,"sequence":0,"step":9,"path":"p","bytes":1,"stall_seconds":0,"write_seconds":0})"
      "\n");
  EXPECT_FALSE(reported.wait_for(9, "train/loss", milliseconds(5)));
  append(R"({"event":"metrics","time":1.0,"sequence":1,"step":9,"values":{"train/loss":1.0}})");
  EXPECT_FALSE(reported.wait_for(9, "train/loss", milliseconds(5)));
  append("\n");
  EXPECT_TRUE(reported.wait_for(9, "train/loss", milliseconds(5)));
  EXPECT_TRUE(reported.wait_for(4, "train/loss", milliseconds(0)));
  EXPECT_FALSE(reported.wait_for(10, "train/loss", milliseconds(5)));
  EXPECT_FALSE(reported.wait_for(9, "eval/loss", milliseconds(5)));
}

TEST_F(ReportedStepsTest, ALineThatComesLaterIsWaitedFor) {
  std::thread writer([&] {
    std::this_thread::sleep_for(milliseconds(30));  // nothing tells that the reader waits already
    append(R"({"event":"metrics","time":1.0,"sequence":0,"step":3,"values":{"train/loss":1.0}})"
           "\n");
  });
  EXPECT_TRUE(ReportedSteps(file_).wait_for(3, "train/loss", std::chrono::seconds(20)));
  writer.join();
}

}  // namespace
}  // namespace trainyard
