// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/event_file.h"

#include <fstream>
#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

class EventFile : public testing::Test {
 protected:
  void append(const std::string& text) {
    std::ofstream(path_, std::ios::app | std::ios::binary) << text;
  }
  static std::string line(int step) {
    return to_line(Event{1, step, MetricsEvent{step, {}, {}, {}}}) + "\n";
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "events.jsonl";
  EventFileReader reader_{path_};
};

TEST_F(EventFile, WaitsForWholeLines) {
  EXPECT_EQ(reader_.read().value().size(), 0u);
  const std::string text = line(1);
  for (const char byte : text.substr(0, text.size() - 1)) {
    append(std::string(1, byte));
    ASSERT_TRUE(reader_.read().value().empty());
    ASSERT_EQ(reader_.offset(), 0u);
  }
  append("\n" + line(2));
  EXPECT_EQ(reader_.read().value().size(), 2u);
  EXPECT_EQ(reader_.offset(), std::filesystem::file_size(path_));
  EXPECT_TRUE(reader_.read().value().empty());
}

TEST_F(EventFile, CountsBadLinesAndSkipsUnknownKinds) {
  append("broken\n" + line(1) + "{\"event\":\"future\"}\n\xff\n" + line(2));
  EXPECT_EQ(reader_.read().value().size(), 2u);
  EXPECT_EQ(reader_.bad_lines(), 2u);
}

TEST_F(EventFile, GoesOnFromAnOffset) {
  append(line(1) + line(2));
  EventFileReader late(path_, line(1).size());
  const auto events = late.read().value();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(std::get<MetricsEvent>(events[0].body).step, 2);
}

TEST_F(EventFile, SkipsALineThatIsTooLongAndReadsOn) {
  append(line(1) + std::string(5 << 20, 'x'));
  std::size_t seen = 0;
  for (int i = 0; i < 4; ++i) seen += reader_.read().value().size();
  EXPECT_EQ(seen, 1u);
  append("\n" + line(2));
  EXPECT_EQ(reader_.read().value().size(), 1u);
  EXPECT_EQ(reader_.bad_lines(), 1u);
}

TEST_F(EventFile, ReadsInPiecesOfTheLimit) {
  std::string all;
  for (int step = 0; step < 40000; ++step) all += line(step);
  append(all);
  std::size_t seen = 0, calls = 0;
  for (auto events = reader_.read(1); !events.value().empty(); events = reader_.read(1)) {
    seen += events->size();
    ++calls;
  }
  EXPECT_EQ(seen, 40000u);
  EXPECT_GT(calls, 1u);
}

TEST_F(EventFile, AFolderIsAnError) {
  const auto out = EventFileReader(folder_.path()).read();
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().exit_code, ExitCode::environment);
}

}  // namespace
}  // namespace trainyard
