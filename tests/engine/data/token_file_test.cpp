// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/token_file.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace trainyard {
namespace {

template <class Id>
void write_ids(const std::filesystem::path& path, const std::vector<Id>& ids) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(ids.data()),
             static_cast<std::streamsize>(ids.size() * sizeof(Id)));
}

TEST(TokenFile, ReadsBothWidths) {
  const TemporaryFolder scratch;
  write_ids<std::uint16_t>(scratch / "narrow", {1, 65535, 3});
  write_ids<std::uint32_t>(scratch / "wide", {1, 70000, 3});
  std::vector<std::int64_t> out(2);
  auto narrow = TokenFile::open(scratch.path(), {"narrow", 6, ""}, 2);
  ASSERT_TRUE(narrow.ok() && narrow->read(1, out).ok());
  EXPECT_EQ(out, (std::vector<std::int64_t>{65535, 3}));
  auto wide = TokenFile::open(scratch.path(), {"wide", 12, ""}, 4);
  ASSERT_TRUE(wide.ok() && wide->read(1, out).ok());
  EXPECT_EQ(out, (std::vector<std::int64_t>{70000, 3}));
}

TEST(TokenFile, RefusesAnotherSize) {
  const TemporaryFolder scratch;
  write_ids<std::uint16_t>(scratch / "tokens", {1, 2, 3});
  for (const std::int64_t count : {2, 4})
    EXPECT_EQ(TokenFile::open(scratch.path(), {"tokens", count * 2, ""}, 2).error().exit_code,
              ExitCode::invalid_input);
  EXPECT_FALSE(TokenFile::open(scratch.path(), {"absent", 6, ""}, 2).ok());
}

TEST(TokenFile, SaysWhenItBecameShorter) {
  const TemporaryFolder scratch;
  write_ids<std::uint16_t>(scratch / "tokens", {1, 2, 3, 4});
  auto file = TokenFile::open(scratch.path(), {"tokens", 8, ""}, 2);
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(scratch / "tokens", 4);
  std::vector<std::int64_t> out(4);
  const auto read = file->read(0, out);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("shorter"), std::string::npos);
}

TEST(BlockDataset, CutsBlocksAndChecksIds) {
  const TemporaryFolder scratch;
  write_ids<std::uint16_t>(scratch / "tokens", {1, 2, 3, 4, 9, 6, 7});
  auto file = TokenFile::open(scratch.path(), {"tokens", 14, ""}, 2);
  ASSERT_TRUE(file.ok());
  const BlockDataset dataset(std::move(*file), 2, 8);
  EXPECT_EQ(dataset.num_examples(), 3);
  const auto rows = dataset.rows({1, 0});
  ASSERT_TRUE(rows.ok());
  EXPECT_EQ(rows->num_rows, 2);
  EXPECT_EQ(rows->length, 2);
  EXPECT_EQ(rows->input_ids, (std::vector<std::int64_t>{3, 4, 1, 2}));
  const auto outside = dataset.rows({2});
  ASSERT_FALSE(outside.ok());
  EXPECT_NE(outside.error().message.find("token 4 is 9"), std::string::npos);
}

}  // namespace
}  // namespace trainyard
