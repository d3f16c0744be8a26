// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/placeholders.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(Placeholders, AreReplacedOnceAndOnlyWhenKnown) {
  Placeholders values;
  values.run_dir = "/r{nodes}";
  values.nodes = 2;
  values.node_rank = 1;
  EXPECT_EQ(replace_placeholders("{run_dir}/{nodes}-{node_rank} {other} {", values),
            "/r{nodes}/2-1 {other} {");
  EXPECT_EQ(replace_placeholders("{{nodes}}", values), "{2}");
  EXPECT_EQ(replace_placeholders("", values), "");
}

TEST(CheckpointToResume, IsTheNewestWholeOne) {
  TemporaryFolder run;
  EXPECT_FALSE(checkpoint_to_resume(run.path()));
  for (const char* name : {"checkpoint-9", "checkpoint-100", "checkpoint-200", "checkpoint-x"})
    std::filesystem::create_directories(run.path() / "checkpoints" / name);
  for (const char* name : {"checkpoint-9", "checkpoint-100", "checkpoint-x"})
    std::ofstream(run.path() / "checkpoints" / name / "trainer_state.json") << "{}";
  EXPECT_EQ(checkpoint_to_resume(run.path()), run.path() / "checkpoints/checkpoint-100")
      << "200 was cut off";
}
