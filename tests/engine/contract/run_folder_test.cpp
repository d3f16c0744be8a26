// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/files/whole_file.h"
#include "engine/contract/run/run_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <csignal>
#include <set>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public testing::Test {
 protected:
  void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  TemporaryFolder temporary_;
  RunFolder folder_{temporary_.path() / "a b-12345678"};
};

TEST_F(RunFolderTest, AttemptsAreNumberedFromOne) {
  EXPECT_TRUE(list_attempts(folder_).empty());
  EXPECT_EQ(make_attempt(folder_).value(), 1);
  EXPECT_EQ(make_attempt(folder_).value(), 2);
  EXPECT_TRUE(fs::is_directory(folder_.root / "attempts/0002"));
  fs::create_directories(folder_.attempts() / "0041");
  fs::create_directories(folder_.attempts() / "00050");
  fs::create_directories(folder_.attempts() / "-060");
  fs::create_directories(folder_.attempts() / "0070.tmp");
  EXPECT_EQ(make_attempt(folder_).value(), 42);
  EXPECT_EQ(list_attempts(folder_), (std::vector<std::int64_t>{1, 2, 41, 42}));
  EXPECT_TRUE(is_superseded(folder_, 41));
  EXPECT_FALSE(is_superseded(folder_, 42));
}

TEST_F(RunFolderTest, NoTwoGetTheSameAttempt) {
  std::vector<std::int64_t> numbers(16);
  {
    std::vector<std::jthread> threads;
    for (auto& number : numbers)
      threads.emplace_back([&] { number = make_attempt(folder_).value(); });
  }
  EXPECT_EQ(std::set(numbers.begin(), numbers.end()).size(), numbers.size());
}

TEST_F(RunFolderTest, AFileInTheWayIsSaid) {
  write(folder_.root, "not a folder");
  const auto out = make_attempt(folder_);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().exit_code, ExitCode::environment);
  EXPECT_NE(out.error().message.find(temporary_.path().string()), std::string::npos);
  write(temporary_.path() / "c/attempts/0001", "a file");
  EXPECT_EQ(make_attempt({temporary_.path() / "c"}).value(), 2);
}

TEST_F(RunFolderTest, NoPermissionIsSaid) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::create_directories(folder_.root);
  ::chmod(folder_.root.c_str(), 0500);
  const auto out = make_attempt(folder_);
  const auto file = write_file_atomically(folder_.root / "x", "y");
  ::chmod(folder_.root.c_str(), 0700);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().exit_code, ExitCode::environment);
  EXPECT_EQ(file.error().code, "file.permission");
}

TEST_F(RunFolderTest, LatestIsFollowedOnlyInsideTheFolder) {
  fs::create_directories(folder_.checkpoints() / "step-00000400");
  fs::create_directories(temporary_.path() / "step-00000500");
  EXPECT_EQ(latest_checkpoint(folder_), std::nullopt);
  const auto named = [&](const std::string& text) {
    write(folder_.latest(), text);
    return latest_checkpoint(folder_);
  };
  EXPECT_EQ(named("step-00000400\n"), folder_.checkpoints() / "step-00000400");
  EXPECT_EQ(named("step-00000400"), folder_.checkpoints() / "step-00000400");
  for (const std::string bad :
       {"", "..", "../../step-00000500", "/etc", "checkpoints/step-00000400", "step-400",
        "step-00000401", "step-00000400/..", "../checkpoints/step-00000400", "step-0000040x"})
    EXPECT_EQ(named(bad), std::nullopt) << bad;
  EXPECT_EQ(named(std::string("step-00000400\0x", 15)), std::nullopt);
}

TEST(CheckpointNames, OnlyTheirOwnFormIsRead) {
  EXPECT_EQ(checkpoint_name(400), "step-00000400");
  EXPECT_EQ(checkpoint_step("checkpoints/step-00000400"), 400);
  EXPECT_EQ(checkpoint_step("step-123456789"), 123456789);
  for (const char* other :
       {"step-400", "step-", "step-00000400.tmp-0001", "Step-00000400", "step--0000400",
        "step-0000040a", "latest", "step-99999999999999999999"})
    EXPECT_EQ(checkpoint_step(other), std::nullopt) << other;
}

TEST_F(RunFolderTest, WritesFilesWholeOrNotAtAll) {
  const fs::path path = temporary_.path() / "resolved.yaml";
  ASSERT_TRUE(write_file_atomically(path, "one"));
  ASSERT_TRUE(write_file_atomically(path, std::string(1 << 20, 'x')));
  EXPECT_EQ(read_file(path, 2 << 20).value().size(), 1u << 20);
  EXPECT_EQ(std::distance(fs::directory_iterator(temporary_.path()), fs::directory_iterator()), 1);
  EXPECT_EQ(write_file_atomically(temporary_.path() / "no/such/folder", "x").error().exit_code,
            ExitCode::environment);
}

TEST_F(RunFolderTest, AWriteThatFailsLeavesTheOldFile) {
  const fs::path path = temporary_.path() / "file";
  ASSERT_TRUE(write_file_atomically(path, "old"));
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small = before;
  small.rlim_cur = 1000;
  ::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto out = write_file_atomically(path, std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_DFL);
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().exit_code, ExitCode::environment);
  EXPECT_EQ(read_file(path, 100).value(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(temporary_.path()), fs::directory_iterator()), 1);
}

TEST_F(RunFolderTest, ReadsOnlyFilesWithinTheLimit) {
  write(folder_.cancel(), "12345");
  EXPECT_EQ(read_file(folder_.cancel(), 5).value(), "12345");
  EXPECT_EQ(read_file(folder_.cancel(), 4).error().code, "file.too_large");
  EXPECT_EQ(read_file(folder_.root / "none", 4).error().code, "file.missing");
  EXPECT_EQ(read_file(folder_.root, 4).error().code, "file.not_file");
  ::mkfifo((folder_.root / "fifo").c_str(), 0600);
  EXPECT_EQ(read_file(folder_.root / "fifo", 4).error().code, "file.not_file");
}

TEST_F(RunFolderTest, IdentityReadsBack) {
  const RunIdentity identity{
      "0f0f0f0f-1", "a", 12.5, {{"engine", "0.1"}}, "abc", "+line\n-line\n", "/home/x/e.yaml"};
  write(folder_.run_json(), to_json(identity));
  const auto back = read_run_identity(folder_);
  ASSERT_TRUE(back);
  EXPECT_EQ(to_json(*back), to_json(identity));
  EXPECT_EQ(run_folder_name("a", identity.run), "a-0f0f0f0f");
  for (const std::string bad : {"", "[]", "{}", "{\"run\":3}", "{\"run\":\"x\""}) {
    write(folder_.run_json(), bad);
    EXPECT_EQ(read_run_identity(folder_).error().code, "run.identity") << bad;
  }
}

}  // namespace
}  // namespace trainyard
