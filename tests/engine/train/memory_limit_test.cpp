// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/memory_limit.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

class MemoryLimit : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& content) {
    const std::filesystem::path file = std::filesystem::path(folder_.path()) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << content;
  }
  std::optional<std::int64_t> limit(const std::string& groups) {
    return group_memory_limit(groups, folder_.path());
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(MemoryLimit, IsTheLeastOfAJobsGroupsInVersion2) {
  write("slurm/memory.max", "max\n");
  write("slurm/job_7/memory.max", "8589934592\n");
  write("slurm/job_7/step_0/memory.max", "max\n");
  EXPECT_EQ(limit("0::/slurm/job_7/step_0\n"), std::int64_t{8} << 30);
  write("slurm/job_7/step_0/memory.max", "1073741824\n");
  EXPECT_EQ(limit("0::/slurm/job_7/step_0\n"), std::int64_t{1} << 30);
}

TEST_F(MemoryLimit, IsThatOfTheRootInsideAContainer) {
  write("memory.max", "2147483648\n");
  EXPECT_EQ(limit("0::/../../kubepods/pod1\n"), std::int64_t{2} << 30);
}

TEST_F(MemoryLimit, OfVersion1) {
  write("memory/slurm/uid_5/job_9/memory.limit_in_bytes", "4294967296\n");
  write("memory/memory.limit_in_bytes", "9223372036854771712\n");  // none
  EXPECT_EQ(limit("11:cpuset:/slurm\n4:memory:/slurm/uid_5/job_9\n"), std::int64_t{4} << 30);
}

TEST_F(MemoryLimit, OfWhatIsNoneOrNoNumber) {
  write("a/memory.max", "many\n");
  write("b/memory.max", "-5\n");
  for (const char* groups : {"", "0::/a\n", "0::/b\n", "0::/absent\n", "nonsense", "::\n"})
    EXPECT_FALSE(limit(groups)) << groups;
}

TEST(MemoryLimitHere, IsNoMoreThanTheMachineHas) {
  ASSERT_TRUE(memory_limit());
  EXPECT_GT(*memory_limit(), std::int64_t{64} << 20);
}

}  // namespace
}  // namespace trainyard
