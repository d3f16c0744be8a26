// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/messages.h"
#include "engine/train/checkpoint_writer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace trainyard {
namespace {

TEST(CheckpointWriter, WritesWhileOthersGoOn) {
  std::promise<void> allowed;
  bool written = false;
  CheckpointWriter writer;
  EXPECT_FALSE(writer.is_busy());
  writer.start([&]() -> Result<void> {
    allowed.get_future().wait();
    written = true;
    return {};
  });
  EXPECT_TRUE(writer.is_busy());
  EXPECT_TRUE(writer.check().ok());
  allowed.set_value();
  EXPECT_TRUE(writer.wait().ok());
  EXPECT_TRUE(written);
  EXPECT_FALSE(writer.is_busy());
}

TEST(CheckpointWriter, SaysAFailureOnce) {
  CheckpointWriter writer;
  writer.start([]() -> Result<void> {
    return foreign_error("file.disk_full", {}, "full", ExitCode::environment);
  });
  const auto failed = writer.wait();
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, "file.disk_full");
  EXPECT_TRUE(writer.check().ok());
}

TEST(CheckpointWriter, AnExceptionIsItsError) {
  CheckpointWriter writer;
  writer.start([]() -> Result<void> { throw std::runtime_error("broken"); });
  const auto failed = writer.wait();
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().message.find("broken"), std::string::npos);
}

TEST(CheckpointWriter, IsWaitedForAtItsEnd) {
  bool written = false;
  {
    CheckpointWriter writer;
    writer.start([&]() -> Result<void> {
      // Writing takes longer than the rest of the block.
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      written = true;
      return {};
    });
  }
  EXPECT_TRUE(written);
}

}  // namespace
}  // namespace trainyard
