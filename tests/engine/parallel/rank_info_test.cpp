// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

#include "engine/parallel/process_group.h"

namespace trainyard {
namespace {

using Variables = std::map<std::string, std::string>;

Result<RankInfo> read(const Variables& variables) {
  for (const char* name :
       {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"})
    unsetenv(name);
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
  return rank_info_from_environment();
}

const Variables kComplete = {{"RANK", "3"},
                             {"WORLD_SIZE", "4"},
                             {"LOCAL_RANK", "1"},
                             {"LOCAL_WORLD_SIZE", "2"},
                             {"MASTER_ADDR", "node1"},
                             {"MASTER_PORT", "29500"}};

Variables with(const std::string& name, const std::string& value) {
  Variables variables = kComplete;
  variables[name] = value;
  return variables;
}

TEST(RankInfo, ReadsTorchrunsVariables) {
  const Result<RankInfo> info = read(kComplete);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->rank, 3);
  EXPECT_EQ(info->world_size, 4);
  EXPECT_EQ(info->local_rank, 1);
  EXPECT_EQ(info->local_world_size, 2);
  EXPECT_EQ(info->master_address, "node1");
  EXPECT_EQ(info->master_port, 29500);
}

TEST(RankInfo, WithoutThemTheProcessIsAlone) {
  for (const Variables& variables : {Variables{}, Variables{{"MASTER_PORT", "29500"}}}) {
    const Result<RankInfo> info = read(variables);
    ASSERT_TRUE(info);
    EXPECT_EQ(info->world_size, 1);
  }
}

TEST(RankInfo, RefusesWhatCannotBe) {
  Variables incomplete = kComplete;
  incomplete.erase("MASTER_ADDR");
  const struct {
    Variables variables;
    const char* message;
  } cases[] = {
      {with("RANK", "4"), "RANK is 4, but must be between 0 and 3"},
      {with("RANK", "two"), "RANK is \"two\", which is not a whole number"},
      {with("WORLD_SIZE", "4 "), "WORLD_SIZE is \"4 \", which is not a whole number"},
      {with("LOCAL_RANK", "2"), "LOCAL_RANK is 2, but must be between 0 and 1"},
      {with("LOCAL_WORLD_SIZE", "5"), "LOCAL_WORLD_SIZE is 5, but must be between 1 and 4"},
      {with("MASTER_PORT", "70000"), "MASTER_PORT is 70000, but must be between 1 and 65535"},
      {with("MASTER_ADDR", ""), "MASTER_ADDR is empty; it must be the address of rank 0's node"},
      {incomplete,
       "MASTER_ADDR is not set, although MASTER_PORT is; each rank needs all of RANK, "
       "WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT"},
  };
  for (const auto& [variables, message] : cases) {
    const Result<RankInfo> info = read(variables);
    ASSERT_FALSE(info) << message;
    EXPECT_EQ(info.error().message, message);
    EXPECT_EQ(info.error().exit_code, ExitCode::environment);
  }
}

}  // namespace
}  // namespace trainyard
