// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/latest_values.h"

#include <gtest/gtest.h>

#include <limits>

using namespace trainyard;
using namespace trainyard::agent;

TEST(LatestValues, AreWrittenAsPrometheusReadsThem) {
  LatestValues latest;
  MetricsEvent metrics;
  metrics.step = 7;
  metrics.values = {{"train/loss", 2.5},
                    {"eval/loss", std::numeric_limits<double>::infinity()},
                    {"odd\"name\n", 1}};
  latest.take(Event{0, -1, metrics});
  latest.take(Event{0, -1, SystemEvent{"node7", 0.25, 1.5, {{0, "H200", 0.5, 1, 2, 300, 40}}}});
  const std::string text = latest.prometheus_text("abc", 2);
  for (const char* line :
       {"# TYPE trainyard_metric gauge\n", "trainyard_step{run=\"abc\",attempt=\"2\"} 7\n",
        "trainyard_metric{run=\"abc\",attempt=\"2\",name=\"train/loss\"} 2.5\n",
        "name=\"eval/loss\"} +Inf\n", "name=\"odd\\\"name\\n\"} 1\n",
        "trainyard_cpu_ratio{run=\"abc\",attempt=\"2\",node=\"node7\"} 0.25\n",
        "trainyard_device_power_watts{run=\"abc\",attempt=\"2\",node=\"node7\",device=\"0\"} "
        "300\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  EXPECT_EQ(text.back(), '\n');
}
