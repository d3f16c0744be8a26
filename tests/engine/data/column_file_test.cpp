// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/column_file.h"

#include <gtest/gtest.h>

#include <numeric>

#include "engine/data/column_writer.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

// 0, 1, 2, ... of four bytes each, in blocks of 65536.
PreparedFile write_numbers(const TemporaryFolder& scratch, std::uint32_t count) {
  auto writer = ColumnWriter::create(scratch.path(), "numbers");
  for (std::uint32_t begin = 0; begin < count;) {
    std::vector<std::uint32_t> some(std::min(count - begin, begin % 7919 + 1));
    std::iota(some.begin(), some.end(), begin);
    EXPECT_TRUE(writer->append(some));
    begin += static_cast<std::uint32_t>(some.size());
  }
  return *writer->finish();
}

TEST(ColumnFile, ReadsAnyPartOfWhatWasWritten) {
  for (const std::uint32_t count : {0U, 1U, 65535U, 65536U, 65537U, 300000U}) {
    const TemporaryFolder scratch;
    const PreparedFile file = write_numbers(scratch, count);
    EXPECT_EQ(file.bytes, count * 4);
    const auto column = ColumnFile::open(scratch.path(), file);
    ASSERT_TRUE(column.ok()) << column.error().message;
    EXPECT_TRUE(column->check());
    for (const std::uint32_t begin : {0U, 65535U, 65536U, 131000U})
      for (const std::uint32_t length : {0U, 1U, 70000U}) {
        if (begin + length > count) continue;
        std::vector<std::uint32_t> found(length), wanted(length);
        std::iota(wanted.begin(), wanted.end(), begin);
        EXPECT_TRUE(column->read(begin * 4, found.data(), length * 4));
        EXPECT_EQ(found, wanted);
      }
  }
}

TEST(ColumnFile, FindsDamageWhereItIsReadAndNowhereElse) {
  const TemporaryFolder scratch;
  const PreparedFile file = write_numbers(scratch, 300000);
  std::string content = scratch.read("numbers");
  content[70000 * 4] ^= 1;  // in the second block
  scratch.write("numbers", content);
  const auto column = ColumnFile::open(scratch.path(), file);
  ASSERT_TRUE(column.ok()) << column.error().message;
  std::vector<std::uint32_t> found(10);
  EXPECT_TRUE(column->read(0, found.data(), 40));
  EXPECT_TRUE(column->read(262144 * 2, found.data(), 40));
  for (const std::int64_t offset : {262140, 262144, 300000}) {
    const auto damaged = column->read(offset, found.data(), 40);
    ASSERT_FALSE(damaged.ok()) << offset;
    EXPECT_EQ(damaged.error().exit_code, ExitCode::invalid_input);
    EXPECT_NE(damaged.error().message.find("byte 262144"), std::string::npos);
  }
  EXPECT_FALSE(column->check());
}

TEST(ColumnFile, RefusesOtherSums) {
  const TemporaryFolder scratch;
  PreparedFile file = write_numbers(scratch, 100000);
  scratch.write("numbers.sums", std::string(16, '\0'));
  EXPECT_NE(ColumnFile::open(scratch.path(), file).error().message.find("checksum"),
            std::string::npos);
  scratch.write("numbers.sums", std::string(8, '\0'));
  EXPECT_NE(ColumnFile::open(scratch.path(), file).error().message.find("8 bytes instead of 16"),
            std::string::npos);
  file.has_sums = false;
  EXPECT_TRUE(ColumnFile::open(scratch.path(), file).ok());
}

}  // namespace
}  // namespace trainyard
