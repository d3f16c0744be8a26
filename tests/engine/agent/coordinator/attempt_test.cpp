// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/job/attempt.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(AgentFile, ComesBackAndIsPrivate) {
  TemporaryFolder folder;
  const AgentFile file{{"127.0.0.1"}, 40000, make_token(), "job 7", own_identity()};
  ASSERT_TRUE(write_agent_file(folder.path(), file));
  struct stat status{};
  ASSERT_EQ(::stat((folder.path() / "agent.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  const auto read = read_agent_file(folder.path());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->addresses, file.addresses);
  EXPECT_EQ(read->port, file.port);
  EXPECT_EQ(read->token, file.token);
  EXPECT_EQ(read->job_id, file.job_id);
  EXPECT_EQ(read->process.start_time, file.process.start_time);
  EXPECT_TRUE(is_alive(read->process));
}

TEST(AgentFile, TokensAreLongAndDiffer) {
  EXPECT_EQ(make_token().size(), 64u);
  EXPECT_NE(make_token(), make_token());
}

TEST(ClaimAttempt, RefusesAFolderOfALivingAgentAndLeavesNothing) {
  TemporaryFolder folder;
  const RunFolder run{folder.path()};
  const auto first = make_attempt(run);
  ASSERT_TRUE(first);
  ASSERT_TRUE(
      write_agent_file(run.attempt(*first), {{"127.0.0.1"}, 1, make_token(), "", own_identity()}));
  const auto second = claim_attempt(folder.path());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, "run_folder.in_use_by_agent");
  EXPECT_EQ(second.error().exit_code, ExitCode::invalid_input);
  EXPECT_NE(second.error().message.find(std::to_string(::getpid())), std::string::npos);
  EXPECT_EQ(list_attempts(run).size(), 1u);
}

TEST(ClaimAttempt, GoesOnAfterADeadAgent) {
  TemporaryFolder folder;
  const RunFolder run{folder.path()};
  ProcessIdentity gone = own_identity();
  --gone.start_time;
  ASSERT_TRUE(make_attempt(run));
  ASSERT_TRUE(write_agent_file(run.attempt(1), {{"127.0.0.1"}, 1, make_token(), "", gone}));
  const auto second = claim_attempt(folder.path());
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(second->number, 2);
}

TEST(ClaimAttempt, NamesAFolderThatIsNotThere) {
  const auto attempt = claim_attempt("/nowhere at all");
  ASSERT_FALSE(attempt);
  EXPECT_EQ(attempt.error().code, "run_folder.absent");
}
