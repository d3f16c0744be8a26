// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/output_files.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;
using namespace std::chrono_literals;

namespace {
std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}
}  // namespace

TEST(OutputFiles, KeepRanksApartAndLinesWhole) {
  TemporaryFolder folder;
  {
    OutputFiles files(folder.path());
    ASSERT_TRUE(files.open("node7", {0, 1}));
    files.write(0, OutputKind::output, "from ");
    files.write(1, OutputKind::output, "from one\nrest of one");
    files.write(0, OutputKind::output, "zero\n");
    files.write(1, OutputKind::error, "trouble\n");
    files.finish(10s);
    EXPECT_EQ(files.dropped_bytes(), 0u);
  }
  EXPECT_EQ(text_of(folder.path() / "nodes/node7/rank-0.out"), "from zero\n");
  EXPECT_EQ(text_of(folder.path() / "nodes/node7/rank-1.out"), "from one\nrest of one");
  EXPECT_EQ(text_of(folder.path() / "nodes/node7/rank-1.err"), "trouble\n");
  EXPECT_EQ(text_of(folder.path() / "stdout.log"), "from one\nfrom zero\nrest of one");
  EXPECT_EQ(text_of(folder.path() / "stderr.log"), "trouble\n");
}

// The stamp of a line: 2026-11-26 10:13:39.123.
constexpr std::size_t stamp_length = 23;

std::vector<std::string> unstamped(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    EXPECT_EQ(line[4], '-') << line;
    lines.push_back(line.substr(std::min(line.size(), stamp_length + 1)));
  }
  return lines;
}

TEST(OutputFiles, MergeRanksAndStreamsInTheOrderOfTime) {
  TemporaryFolder folder;
  {
    OutputFiles files(folder.path());
    ASSERT_TRUE(files.open("node7", {0, 1}));
    files.write(0, OutputKind::output, "begin");
    files.write(1, OutputKind::error, "trouble\nmore");
    files.write(0, OutputKind::output, "ning\n");
    files.write(0, OutputKind::output, " 10 %\r 50 %\r100 %\r\n");
    files.write(OutputFiles::no_rank, OutputKind::error, "srun: done\n");
    files.finish(10s);
  }
  EXPECT_EQ(unstamped(text_of(folder.path() / "merged.log")),
            (std::vector<std::string>{"1 err trouble", "0 out beginning", "0 out 100 %",
                                      "- err srun: done", "1 err more"}));
}

TEST(MergedOutput, HasALimitAndSaysSo) {
  MergedOutput merged(100);
  std::string text;
  for (int i = 0; i < 20; ++i) text += merged.take(0, false, "0123456789\n", 1.5);
  const std::vector<std::string> lines = unstamped(text);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1], "0 out 0123456789");
  EXPECT_EQ(lines[2], "- out What follows is in stdout.log and stderr.log only.");
  EXPECT_EQ(merged.finish(2), "");
}

TEST(MergedOutput, DividesALineWithoutEnd) {
  MergedOutput merged;
  const std::string text = merged.take(3, true, std::string(200 << 10, 'x'), 1.5);
  EXPECT_GE(unstamped(text).size(), 1u);
  EXPECT_EQ(merged.finish(2), "");
}

TEST(OutputFiles, CountWhatDoesNotFitIntoMemory) {
  TemporaryFolder folder;
  OutputFiles files(folder.path(), 100);
  ASSERT_TRUE(files.open("node7", {0}));
  files.write(0, OutputKind::output, std::string(1000, 'x'));
  files.finish(10s);
  EXPECT_EQ(files.dropped_bytes(), 2000u) << "of both files";
}
