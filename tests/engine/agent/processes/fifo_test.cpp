// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/processes/fifo.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

TEST(LineCutter, CutsAtAnySplitAndSkipsWhatIsTooLong) {
  const std::string text = "one\n\n" + std::string(5000, 'x') + "\ntwo\n" + std::string(4095, 'y') +
                           "\n" + std::string(4096, 'z') + "\nthree\npart";
  for (const std::size_t size : {std::size_t(1), std::size_t(7), std::size_t(4096), text.size()}) {
    LineCutter cutter;
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size(); at += size)
      cutter.add(std::string_view(text).substr(at, size),
                 [&](std::string_view line) { lines.emplace_back(line); });
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two", std::string(4095, 'y'), "three"}))
        << size;
    EXPECT_EQ(cutter.oversized(), 2u) << size;
  }
}

TEST(Fifo, PassesOnWhatProgramsMaySendAndCountsTheRest) {
  TemporaryFolder folder;
  auto fifo = Fifo::create(folder.path());
  ASSERT_TRUE(fifo);
  struct stat status{};
  ASSERT_EQ(::stat(fifo->path().c_str(), &status), 0);
  EXPECT_TRUE(S_ISFIFO(status.st_mode));
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  const int writer = ::open(fifo->path().c_str(), O_WRONLY | O_NONBLOCK);
  ASSERT_GE(writer, 0);
  const std::string lines =
      "{\"event\":\"metrics\",\"step\":3,\"time\":5,\"sequence\":9,\"values\":{\"train/"
      "loss\":\"NaN\"}}\n"
      "not json\n"
      "{\"event\":\"end\",\"outcome\":\"completed\",\"exit_code\":0}\n"
      "{\"event\":\"system\",\"node\":\"x\"}\n"
      "{\"event\":\"invention\"}\n"
      "\xff\xfe\n"
      "{\"event\":\"message\",\"level\":\"error\",\"code\":\"a.b\",\"arguments\":{},\"text\":\"t\","
      "\"rank\":1}\n";
  ASSERT_EQ(::write(writer, lines.data(), lines.size()), static_cast<ssize_t>(lines.size()));
  std::vector<Event> events;
  fifo->drain([&](Event event) { events.push_back(std::move(event)); });
  ::close(writer);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].time, 0) << "the agent's own clock counts";
  EXPECT_EQ(events[0].sequence, -1);
  ASSERT_TRUE(std::holds_alternative<MetricsEvent>(events[0].body));
  EXPECT_TRUE(std::holds_alternative<MessageEvent>(events[1].body));
  EXPECT_EQ(fifo->dropped(), 5u);
}
