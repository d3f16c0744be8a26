// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks that are missed where others may come to a collective at very different times.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "engine/parallel/process_group.h"
#include "tests/engine/parallel/ranks_of_self.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

// In a rank: whether it is the first one that is to be lost.
bool is_first_lost() {
  return std::filesystem::exists(std::filesystem::path(std::getenv("RANKS_FOLDER")) / "first");
}

// In a rank: the ranks that a sum of patient ranks names, and how many seconds it took.
struct Named {
  std::vector<std::int64_t> silent;
  std::string text;
  double seconds = 0;
};
Named named_by_patient_sum(ProcessGroup& group) {
  group.set_patience(std::chrono::minutes(5));
  group.set_purpose({"communication.of_checkpoint"});
  at::Tensor tensor = at::ones({10});
  const auto begin = std::chrono::steady_clock::now();
  try {
    group.all_reduce_sum(tensor);
  } catch (const CommunicationError& error) {
    return {error.silent(), error.what(),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
  }
  return {};
}

TEST(LostRank, PatientRanksWaitForOneThatLivesLongerThanTheTimeout) {
  if (is_rank()) {
    auto group = join_ranks(std::chrono::seconds(30));
    group->set_timeout(std::chrono::seconds(4));
    group->set_patience(std::chrono::minutes(5));
    for (const std::int64_t late : {2, 0}) {
      if (group->ranks().rank == late) std::this_thread::sleep_for(std::chrono::seconds(7));
      at::Tensor tensor = at::ones({10});
      group->all_reduce_sum(tensor);
      ASSERT_TRUE(tensor.equal(at::full({10}, 3.0)));
    }
    return;
  }
  const TemporaryFolder folder;
  for (const pid_t process :
       start_ranks("LostRank.PatientRanksWaitForOneThatLivesLongerThanTheTimeout", 3, free_port(),
                   folder.path().string()))
    EXPECT_EQ(wait_for(process, 60), 0);
}

TEST(LostRank, ARankThatIsStoppedWhileOthersArePatientIsNamed) {
  if (is_rank()) {
    auto group = join_ranks(std::chrono::seconds(30));
    const std::int64_t stopped = is_first_lost() ? 0 : 2;
    group->barrier();
    group->set_timeout(std::chrono::seconds(5));
    if (group->ranks().rank == stopped) ::raise(SIGSTOP);
    const Named named = named_by_patient_sum(*group);
    EXPECT_EQ(named.silent, std::vector<std::int64_t>{stopped}) << named.text;
    EXPECT_NE(named.text.find("the all-reduce of a checkpoint, collective 2"), std::string::npos)
        << named.text;
    EXPECT_LT(named.seconds, 15);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  }
  for (const std::int64_t stopped : {2, 0}) {
    const TemporaryFolder folder;
    if (stopped == 0) folder.write("first", "");
    const auto processes = start_ranks("LostRank.ARankThatIsStoppedWhileOthersArePatientIsNamed", 3,
                                       free_port(), folder.path().string());
    for (std::int64_t rank = 0; rank < 3; ++rank)
      if (rank != stopped) {
        EXPECT_EQ(wait_for(processes[static_cast<std::size_t>(rank)], 60), 0) << "rank " << rank;
      }
    ::kill(processes[static_cast<std::size_t>(stopped)], SIGKILL);
    wait_for(processes[static_cast<std::size_t>(stopped)], 10);
  }
}

TEST(LostRank, ARankThatEndsWhileOthersArePatientIsNamedBeforeTheTimeout) {
  if (is_rank()) {
    auto group = join_ranks(std::chrono::seconds(30));
    group->barrier();
    std::this_thread::sleep_for(std::chrono::seconds(1));  // all have shown who they are
    if (group->ranks().rank == 2) _exit(9);
    const Named named = named_by_patient_sum(*group);
    EXPECT_EQ(named.silent, std::vector<std::int64_t>{2}) << named.text;
    EXPECT_LT(named.seconds, 15);
    std::_Exit(testing::Test::HasFailure() ? 1 : 0);
  }
  const TemporaryFolder folder;
  const auto processes =
      start_ranks("LostRank.ARankThatEndsWhileOthersArePatientIsNamedBeforeTheTimeout", 3,
                  free_port(), folder.path().string());
  EXPECT_EQ(wait_for(processes[2], 60), 9);
  for (const std::size_t rank : {0, 1}) EXPECT_EQ(wait_for(processes[rank], 60), 0) << rank;
}

TEST(LostRank, ARankThatDoesNotComeIsNamed) {
  if (is_rank()) {
    const RankInfo ranks = rank_info_from_environment().value();
    if (ranks.rank == 2) _exit(9);
    const auto group = make_process_group(ranks, at::kCPU, std::chrono::seconds(4));
    ASSERT_FALSE(group);
    EXPECT_EQ(group.error().code, "parallel.missing_ranks") << group.error().message;
    EXPECT_NE(group.error().message.find("rank 2 of 3"), std::string::npos)
        << group.error().message;
    EXPECT_EQ(group.error().exit_code, ExitCode::communication);
    return;
  }
  const TemporaryFolder folder;
  const auto processes =
      start_ranks("LostRank.ARankThatDoesNotComeIsNamed", 3, free_port(), folder.path().string());
  for (const std::size_t rank : {0, 1}) EXPECT_EQ(wait_for(processes[rank], 60), 0) << rank;
  wait_for(processes[2], 60);
}

}  // namespace
}  // namespace trainyard
