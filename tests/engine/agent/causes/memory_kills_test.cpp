// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/memory_kills.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(MemoryKillFile, IsThatOfTheGroupInEitherVersion) {
  TemporaryFolder root;
  std::filesystem::create_directories(root.path() / "memory/job/step");
  std::ofstream(root.path() / "memory/job/step/memory.oom_control") << "oom_kill 0\n";
  std::ofstream(root.path() / "memory/memory.oom_control") << "oom_kill 0\n";
  EXPECT_EQ(memory_kill_file("4:memory:/job/step\n0::/\n", root.path()),
            root.path() / "memory/job/step/memory.oom_control");
  EXPECT_EQ(memory_kill_file("4:cpu,memory:/of/the/host\n", root.path()),
            root.path() / "memory/memory.oom_control");
  std::filesystem::create_directories(root.path() / "user.slice");
  std::ofstream(root.path() / "user.slice/memory.events") << "oom_kill 0\n";
  EXPECT_EQ(memory_kill_file("0::/user.slice\n", root.path()),
            root.path() / "user.slice/memory.events");
  EXPECT_EQ(memory_kill_file("0::/absent\n", root.path()), "");
  EXPECT_EQ(memory_kill_file("", root.path()), "");
}
