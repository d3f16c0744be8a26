// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/output_files.h"

#include <gtest/gtest.h>

#include <fstream>

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

TEST(OutputFiles, CountWhatDoesNotFitIntoMemory) {
  TemporaryFolder folder;
  OutputFiles files(folder.path(), 100);
  ASSERT_TRUE(files.open("node7", {0}));
  files.write(0, OutputKind::output, std::string(1000, 'x'));
  files.finish(10s);
  EXPECT_EQ(files.dropped_bytes(), 2000u) << "of both files";
}
