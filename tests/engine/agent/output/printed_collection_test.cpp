// SPDX-License-Identifier: GPL-3.0-or-later
// Outputs in the formats of programs that many use, each with all its points, and outputs that tell
// of no training.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "engine/agent/output/printed_output.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/contract/files/whole_file.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

const std::filesystem::path collection = PRINTED_COLLECTION;

std::vector<std::filesystem::path> outputs(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(collection / folder))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const std::filesystem::path& file) {
  const auto text = read_file(file, 1 << 20);
  EXPECT_TRUE(text) << file;
  return text ? *text : std::string();
}

// "10 train/loss 2.5", a line for each value; those of NAME.err.txt come from standard error.
std::string points(const std::filesystem::path& file) {
  std::string all;
  PrintedOutput reader("/nowhere", "", [&](Event event) {
    const auto* metrics = std::get_if<MetricsEvent>(&event.body);
    if (!metrics) return;
    for (const auto& [name, value] : metrics->values) {
      char number[40];
      std::snprintf(number, sizeof number, "%.10g", value);
      all +=
          (metrics->step ? std::to_string(*metrics->step) : "?") + " " + name + " " + number + "\n";
    }
  });
  const bool is_error = file.stem().extension() == ".err";
  const auto take = [&](const std::string& line) {
    is_error ? reader.error_line(line) : reader.output_line(line);
  };
  std::string partial;
  cut_lines(partial, text_of(file), take);
  if (!partial.empty()) take(partial);
  reader.finish();
  return all;
}

}  // namespace

TEST(PrintedCollection, HasAllPointsOfTrainings) {
  const auto files = outputs("training");
  EXPECT_GE(files.size(), 80u);
  for (const auto& file : files)
    EXPECT_EQ(points(file), text_of(std::filesystem::path(file).replace_extension(".points")))
        << file;
}

TEST(PrintedCollection, HasNoPointsOfOtherPrograms) {
  const auto files = outputs("other");
  EXPECT_GE(files.size(), 44u);
  for (const auto& file : files) EXPECT_EQ(points(file), "") << file;
}
