// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/jsonl_output.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trainyard;
using namespace trainyard::agent;

TEST(JsonlOutput, TakesNumbersFromObjects) {
  std::vector<MetricsEvent> points;
  JsonlOutput reader([&](Event event) { points.push_back(std::get<MetricsEvent>(event.body)); });
  reader.output_line(
      R"(  {"step": 10, "epoch": 0.5, "tokens": 4096, "loss": 2.5, "name": "x", "eval/loss": "NaN", "done": true})");
  reader.output_line("hello");
  reader.output_line("{broken");
  reader.output_line(R"({"step": 11})");
  reader.output_line("[1, 2]");
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].step, 10);
  EXPECT_EQ(points[0].epoch, 0.5);
  EXPECT_EQ(points[0].tokens, 4096);
  ASSERT_EQ(points[0].values.size(), 2u);
  EXPECT_EQ(points[0].values[0], std::pair(std::string("loss"), 2.5));
  EXPECT_TRUE(std::isnan(points[0].values[1].second));
}
