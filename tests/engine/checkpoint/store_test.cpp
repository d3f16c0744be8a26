// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/store.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/checkpoint_manifest.h"
#include "engine/contract/files/whole_file.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace trainyard {
namespace {

namespace fs = std::filesystem;

Result<void> fill(const fs::path& folder) {
  std::ofstream(folder / "model") << "weights of " << folder.filename().string().substr(0, 13);
  return {};
}

class Store : public testing::Test {
 protected:
  CheckpointStore store(std::int64_t attempt = 1) { return {RunFolder{scratch_.path()}, attempt}; }
  fs::path folder(std::int64_t step) {
    return scratch_.path() / "checkpoints" / checkpoint_name(step);
  }
  void publish(std::int64_t step) { ASSERT_TRUE(store().publish(step, fill).ok()); }
  void damage(std::int64_t step) { std::ofstream(folder(step) / "model") << "x"; }
  std::string latest() {
    std::string name;
    std::ifstream(scratch_ / "checkpoints/latest") >> name;
    return name;
  }
  TemporaryFolder scratch_;
};

TEST_F(Store, PublishesWholeAndNamesTheLatest) {
  publish(5);
  publish(10);
  EXPECT_EQ(latest(), "step-00000010");
  const auto found = store().find_newest(Quarantine::no);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->step, 10);
}

TEST_F(Store, AFailureLeavesNothingAndKeepsTheOld) {
  publish(5);
  const auto failed = store().publish(10, [](const fs::path& folder) -> Result<void> {
    std::ofstream(folder / "model") << "half";
    return foreign_error("file.disk_full", {}, "full", ExitCode::environment);
  });
  EXPECT_FALSE(failed.ok());
  EXPECT_EQ(latest(), "step-00000005");
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{5}));
  for (const auto& entry : fs::directory_iterator(scratch_ / "checkpoints"))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos);
}

TEST_F(Store, NeverReplacesACheckpoint) {
  publish(5);
  const auto before = fs::last_write_time(folder(5) / "model");
  bool filled = false;
  ASSERT_TRUE(store(2)
                  .publish(5,
                           [&](const fs::path&) -> Result<void> {
                             filled = true;
                             return {};
                           })
                  .ok());
  EXPECT_FALSE(filled);
  EXPECT_EQ(fs::last_write_time(folder(5) / "model"), before);
}

TEST_F(Store, ASupersededAttemptChangesNothing) {
  publish(5);
  publish(10);
  fs::create_directories(scratch_ / "attempts/0002");
  const auto refused = store(1).publish(15, fill);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "checkpoint.superseded");
  EXPECT_FALSE(store(1).retain(1, std::nullopt).ok());
  EXPECT_FALSE(store(1).mark_best(5).ok());
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{5, 10}));
  EXPECT_TRUE(store(2).publish(15, fill).ok());
}

TEST_F(Store, AnAttemptThatIsSupersededWhileItSavesCommitsNothing) {
  publish(5);
  const auto late = store(1).publish(10, [&](const fs::path& folder) {
    fs::create_directories(scratch_ / "attempts/0002");
    return fill(folder);
  });
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, "checkpoint.superseded");
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{5}));
  EXPECT_EQ(*read_file(scratch_ / "checkpoints/latest", 100), "step-00000005\n");
  for (const auto& entry : fs::directory_iterator(scratch_ / "checkpoints"))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos);
}

TEST_F(Store, WhatSeveralHaveWrittenIsOnlyThereOnceItIsCommitted) {
  publish(5);
  const auto begun = store().begin(10);
  ASSERT_TRUE(begun.ok());
  EXPECT_EQ(*begun, store().unfinished(10));
  ASSERT_TRUE(fill(*begun).ok());
  std::ofstream(*begun / "training/of_another") << "state";
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{5}));
  EXPECT_EQ(latest(), "step-00000005");
  const auto digest = digest_file(*begun / "training/of_another");
  ASSERT_TRUE(store().commit(10, {{"training/of_another", *digest}}).ok());
  EXPECT_EQ(latest(), "step-00000010");
  EXPECT_TRUE(verify_manifest(folder(10)).ok());
  std::ofstream(folder(10) / "training/of_another") << "other";
  EXPECT_FALSE(verify_manifest(folder(10)).ok()) << "what was known is in the manifest";
}

TEST_F(Store, WhatIsMissingOrDiscardedIsNotCommitted) {
  for (const FileDigest& digest : {FileDigest{"0123456789abcdef", 5}, FileDigest{"", 6}}) {
    const auto begun = store().begin(10);
    ASSERT_TRUE(begun.ok());
    if (digest.bytes == 6) std::ofstream(*begun / "model") << "short";
    EXPECT_EQ(store().commit(10, {{"model", digest}}).error().code, "checkpoint.damaged");
    EXPECT_FALSE(fs::exists(*begun));
  }
  ASSERT_TRUE(store().begin(10).ok());
  store().discard(10);
  EXPECT_FALSE(store().commit(10).ok());
  EXPECT_TRUE(store().steps().empty());
}

TEST_F(Store, FallsBackToTheNewestWholeOne) {
  for (const std::int64_t step : {5, 10, 15}) publish(step);
  damage(15);
  fs::remove(folder(10) / "manifest.json");
  const auto found = store(1).find_newest(Quarantine::yes);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->step, 5);
  EXPECT_EQ((*found)->passed_over.size(), 2u);
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{5})) << "damaged ones are out of the way";
  publish(10);
  EXPECT_EQ((*store().find_newest(Quarantine::no))->step, 10);
}

TEST_F(Store, ADamagedOneIsOutOfTheWayEvenWhereItsNewNameIsTaken) {
  for (const std::int64_t step : {5, 10}) publish(step);
  damage(10);
  fs::create_directories(folder(10).string() + ".damaged-0001/left");
  const auto found = store().find_newest(Quarantine::yes);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{5}));
  publish(10);
  EXPECT_EQ((*store().find_newest(Quarantine::no))->step, 10);
}

TEST_F(Store, NeverNamesADamagedCheckpointTheLatest) {
  publish(5);
  damage(5);
  publish(5);
  const auto found = store().find_newest(Quarantine::no);
  ASSERT_TRUE(found.ok() && *found) << found.error().message;
  EXPECT_EQ((*found)->step, 5);
}

TEST_F(Store, SaysWhenAllAreDamagedOrNoneIsThere) {
  EXPECT_FALSE(store().find_newest(Quarantine::yes)->has_value());
  publish(5);
  damage(5);
  const auto found = store().find_newest(Quarantine::yes);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().exit_code, ExitCode::checkpoint);
  EXPECT_NE(found.error().message.find("step-00000005/model"), std::string::npos);
}

TEST_F(Store, RetainsTheNewestTheBestAndTheResumedFrom) {
  for (const std::int64_t step : {5, 10, 15, 20, 25, 30}) publish(step);
  ASSERT_TRUE(store().mark_best(10).ok());
  ASSERT_TRUE(store().retain(2, 15).ok());
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{10, 15, 25, 30}));
  ASSERT_TRUE(store().retain(0, std::nullopt).ok());
  EXPECT_EQ(store().steps(), (std::vector<std::int64_t>{10, 30})) << "what `latest` names stays";
}

TEST_F(Store, CleansLeftoversAndSetsAside) {
  publish(5);
  fs::create_directories(scratch_ / "checkpoints/step-00000010.tmp-0001/training");
  ASSERT_TRUE(store(2).clean_leftovers().ok());
  EXPECT_FALSE(fs::exists(scratch_ / "checkpoints/step-00000010.tmp-0001"));
  ASSERT_TRUE(store(2).set_aside().ok());
  EXPECT_TRUE(store().steps().empty());
  EXPECT_TRUE(fs::exists(scratch_ / "checkpoints.before-0002/step-00000005/manifest.json"));
}

}  // namespace
}  // namespace trainyard
