// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/checkpoint_manifest.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace trainyard {
namespace {

void put(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

class Manifest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(scratch_ / "training");
    put(scratch_ / "model", "weights");
    put(scratch_ / "training/state", "state");
    ASSERT_TRUE(write_manifest(scratch_.path(), 3).ok());
  }
  std::string problem() {
    const auto verified = verify_manifest(scratch_.path());
    return verified ? "" : verified.error().message;
  }
  TemporaryFolder scratch_;
};

TEST_F(Manifest, VerifiesWhatWasWritten) { EXPECT_EQ(problem(), ""); }

TEST_F(Manifest, NamesTheFileThatIsDamaged) {
  put(scratch_ / "model", "Weights");
  EXPECT_NE(problem().find((scratch_ / "model").string()), std::string::npos);
  put(scratch_ / "model", "weight");
  EXPECT_NE(problem().find("6 bytes instead of 7"), std::string::npos);
  put(scratch_ / "model", "weights");
  std::filesystem::remove(scratch_ / "training/state");
  EXPECT_NE(problem().find("training/state"), std::string::npos);
}

TEST_F(Manifest, IsNeededItself) {
  for (const char* content :
       {"", "{", "{}", R"({"files":{}})", R"({"files":{"../model":{"bytes":7,"xxh3_64":"0"}}})",
        R"({"files":{"model":{}}})"}) {
    put(scratch_ / "manifest.json", content);
    EXPECT_NE(problem(), "") << content;
  }
  std::filesystem::remove(scratch_ / "manifest.json");
  EXPECT_NE(problem(), "");
}

}  // namespace
}  // namespace trainyard
