// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/sampling/sampler.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace trainyard::agent;

TEST(DeviceLine, IsReadAsNvidiaSmiWritesIt) {
  const auto device = parse_device_line("1, 37, 1024, 143771, 212.51, 45, NVIDIA H200, 141GB\r");
  ASSERT_TRUE(device);
  EXPECT_EQ(device->index, 1);
  EXPECT_EQ(device->name, "NVIDIA H200, 141GB");
  EXPECT_DOUBLE_EQ(device->utilization_ratio, 0.37);
  EXPECT_DOUBLE_EQ(device->memory_used_gib, 1);
  EXPECT_DOUBLE_EQ(device->power_watts, 212.51);
  EXPECT_DOUBLE_EQ(device->temperature_celsius, 45);
  EXPECT_EQ(parse_device_line("0, [N/A], 5, 6, [N/A], [N/A], GPU")->utilization_ratio, 0);
  for (const char* line : {"", "No devices were found", "Failed to initialize NVML: x", ",,,,,,"})
    EXPECT_FALSE(parse_device_line(line)) << line;
}

TEST(UsageSampler, CountsTheProcessesBelowAndNotTheSpared) {
  const pid_t child = ::fork();
  if (child == 0) {
    volatile unsigned long work = 0;
    while (true) work = work + 1;
  }
  const auto own = [] { return descendants(::getpid()); };
  UsageSampler all(own, 1), none(own, 1);
  // Enough turns of the clock that the kernel has counted one.
  while (read_process(child).cpu_ticks < 5) ::usleep(10000);
  const auto sample = all.sample({});
  EXPECT_GT(sample.cpu_ratio, 0);
  EXPECT_GT(sample.memory_gib, 0);
  EXPECT_EQ(none.sample({child}).cpu_ratio, 0);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(all.sample({}).memory_gib, 0);
}
