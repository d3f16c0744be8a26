// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_file.h"

#include <gtest/gtest.h>

#include "engine/data/source_digests.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

constexpr std::size_t block = 4u << 20;  // what is read at once

Result<void> keep_reading(std::uint64_t) { return {}; }

std::vector<std::string> lines_read(const TextFile& file) {
  std::vector<std::string> lines;
  EXPECT_TRUE(file.for_each_line(
                      [&](std::string_view line) -> Result<void> {
                        lines.emplace_back(line);
                        return {};
                      },
                      keep_reading)
                  .ok());
  return lines;
}

std::vector<std::string> lines_of(const TemporaryFolder& scratch, const std::string& content) {
  scratch.write("text", content);
  auto file = TextFile::open(scratch / "text");
  EXPECT_TRUE(file->check_text(keep_reading).ok());
  const auto lines = lines_read(*file);
  file->check_while_reading();
  EXPECT_EQ(lines_read(*file), lines);
  return lines;
}

TEST(TextFile, LinesAndCharactersGoOnOverTheEndOfABlock) {
  const TemporaryFolder scratch;
  const std::string filler(block - 2, 'a');
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(scratch, filler + "b\r\nc\rd"), (Lines{filler + "b\n", "c\n", "d"}));
  EXPECT_EQ(lines_of(scratch, filler + "\r\n\n"), (Lines{filler + "\n", "\n"}));
  for (const char* character : {"é", "€", "𝄞"})
    for (std::size_t before = 0; before < 4; ++before) {
      const std::string line = filler.substr(before) + character + "\n";
      EXPECT_EQ(lines_of(scratch, line + line), (Lines{line, line})) << character << before;
    }
}

TEST(TextFile, NamesTheFirstByteThatIsNoTextWhereverABlockEnds) {
  const TemporaryFolder scratch;
  for (std::size_t before = 0; before < 4; ++before) {
    const std::string content = "one\n" + std::string(block - 4 - before, 'a') + "\xF0\x9F x";
    scratch.write("text", content);
    auto file = TextFile::open(scratch / "text");
    const auto checked = file->check_text(keep_reading);
    file->check_while_reading();
    const auto take = [](std::string_view) { return Result<void>(); };
    for (const Result<void>& refused : {checked, file->for_each_line(take, keep_reading)}) {
      ASSERT_FALSE(refused.ok());
      EXPECT_EQ(refused.error().code, "data.not_utf8");
      EXPECT_EQ(get<std::int64_t>(refused.error().arguments, "offset"),
                static_cast<std::int64_t>(block - before));
      EXPECT_EQ(get<std::int64_t>(refused.error().arguments, "line"), 2);
    }
  }
}

TEST(TextFile, OneThatIsCutShortWhileItIsOpenIsAnError) {
  const TemporaryFolder scratch;
  scratch.write("text", std::string(100'000, 'a'));
  const auto file = TextFile::open(scratch / "text");
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(scratch / "text", 10);
  EXPECT_EQ(file->check_text(keep_reading).error().code, "data.shortened");
  const auto read =
      file->for_each_line([](std::string_view) { return Result<void>(); }, keep_reading);
  EXPECT_EQ(read.error().code, "data.shortened");
}

TEST(SourceDigests, ReadAnUnchangedFileOnceOnly) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", scratch.path().c_str(), 1);
  TextSources settings;
  settings.train = {"/usr/include/stdio.h"};  // changed long ago
  int asked = 0;
  const auto counting = [&](std::string_view, double, double) { return ++asked > 0; };
  const auto first = source_digests(settings, counting);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(asked, 1);
  const auto again = source_digests(settings, counting);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(again->front().xxh3_64, first->front().xxh3_64);
  EXPECT_EQ(again->front().bytes, first->front().bytes);
}

TEST(SourceDigests, AFileThatHasJustChangedIsReadEachTime) {
  const TemporaryFolder scratch;
  ::setenv("XDG_CACHE_HOME", scratch.path().c_str(), 1);
  TextSources settings;
  settings.train = {scratch / "text"};
  scratch.write("text", "one");
  const auto go = [](std::string_view, double, double) { return true; };
  const auto first = source_digests(settings, go);
  scratch.write("text", "two");
  EXPECT_NE(source_digests(settings, go)->front().xxh3_64, first->front().xxh3_64);
  const auto stop = [](std::string_view, double, double) { return false; };
  EXPECT_EQ(source_digests(settings, stop).error().exit_code, ExitCode::stopped_early);
}

}  // namespace
}  // namespace trainyard
