// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/event_log.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <fstream>

#include "engine/contract/run/event_file.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;
using namespace std::chrono_literals;

namespace {

Event metrics(std::int64_t step) {
  MetricsEvent event;
  event.step = step;
  event.values = {{"train/loss", 1.0 / static_cast<double>(step + 1)}};
  return Event{0, -1, event};
}

EndEvent completed() {
  return {Outcome::completed, 0, "completed", {}, "Completed.", std::nullopt, "node"};
}

std::vector<Event> read_all(const std::filesystem::path& path) {
  EventFileReader reader(path);
  std::vector<Event> all;
  while (true) {
    const auto events = reader.read();
    EXPECT_TRUE(events);
    if (!events || events->empty()) break;
    all.insert(all.end(), events->begin(), events->end());
  }
  EXPECT_EQ(reader.bad_lines(), 0u);
  return all;
}

}  // namespace

TEST(EventLog, NumbersLinesAndEndsWithEnd) {
  TemporaryFolder folder;
  const auto path = folder.path() / "events.jsonl";
  auto log = EventLog::create(path);
  ASSERT_TRUE(log);
  for (int step = 0; step < 1000; ++step) (*log)->append(metrics(step));
  ASSERT_TRUE((*log)->finish(completed(), 20s));
  const auto events = read_all(path);
  ASSERT_EQ(events.size(), 1001u);
  for (std::size_t at = 0; at < events.size(); ++at)
    EXPECT_EQ(events[at].sequence, static_cast<std::int64_t>(at));
  EXPECT_TRUE(std::holds_alternative<EndEvent>(events.back().body));
  EXPECT_EQ((*log)->written(), std::filesystem::file_size(path));
  (*log)->append(metrics(1));
  EXPECT_EQ(read_all(path).size(), 1001u) << "nothing after the end";
}

TEST(EventLog, RefusesAnExistingFile) {
  TemporaryFolder folder;
  std::ofstream(folder.path() / "events.jsonl") << "x\n";
  const auto log = EventLog::create(folder.path() / "events.jsonl");
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().exit_code, ExitCode::environment);
}

TEST(EventLog, WritesTheEndOnAFullDiskAndTheRestWhenThereIsRoomAgain) {
  TemporaryFolder folder;
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "mounting a small file system needs root";
  struct Unmount {
    const std::filesystem::path& path;
    ~Unmount() { ::umount2(path.c_str(), MNT_DETACH); }
  } unmount{folder.path()};
  const auto path = folder.path() / "events.jsonl";
  auto log = EventLog::create(path);
  ASSERT_TRUE(log);
  (*log)->append(metrics(0));
  while ((*log)->written() == 0) std::this_thread::sleep_for(1ms);
  {
    std::ofstream filler(folder.path() / "filler");
    const std::string block(4096, 'x');
    while (filler.write(block.data(), 4096).flush()) {
    }
  }
  for (int step = 1; step < 20000; ++step) (*log)->append(metrics(step));  // about 2 MB
  ASSERT_TRUE((*log)->finish(completed(), 30s));
  const auto events = read_all(path);
  ASSERT_GE(events.size(), 3u);
  const auto* end = std::get_if<EndEvent>(&events.back().body);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->outcome, Outcome::completed);
  const auto* word = std::get_if<MessageEvent>(&events[events.size() - 2].body);
  ASSERT_TRUE(word) << "those that are missing are counted";
  EXPECT_EQ(word->code, "events.dropped");
  for (std::size_t at = 0; at < events.size(); ++at)
    EXPECT_EQ(events[at].sequence, static_cast<std::int64_t>(at));
}

TEST(EventLog, DropsAndCountsBeyondItsMemory) {
  TemporaryFolder folder;
  auto log = EventLog::create(folder.path() / "events.jsonl", 0, 2000);
  ASSERT_TRUE(log);
  MessageEvent large{MessageLevel::info, "x", {}, std::string(5000, 'y'), std::nullopt, ""};
  (*log)->append(Event{0, -1, large});
  EXPECT_EQ((*log)->dropped(), 1u);
  ASSERT_TRUE((*log)->finish(completed(), 20s));
  EXPECT_EQ(read_all(folder.path() / "events.jsonl").size(), 2u) << "the word about it and the end";
}
