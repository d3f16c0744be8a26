// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/reporting/event_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <thread>

#include "engine/contract/run/event_file.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

Event progress(double done) {
  Event event;
  event.body = ProgressEvent{"testing", done, 100};
  return event;
}

TEST(EventWriter, WritesNumberedLinesToAFile) {
  const TemporaryFolder scratch;
  EventWriter writer(make_file_sink(scratch / "events.jsonl"));
  for (int i = 0; i < 100; ++i) writer.send(progress(i));
  writer.close();
  EventFileReader reader(scratch / "events.jsonl");
  const auto events = reader.read();
  ASSERT_TRUE(events.ok());
  ASSERT_EQ(events->size(), 100u);
  for (std::size_t i = 0; i < events->size(); ++i) {
    EXPECT_EQ((*events)[i].sequence, static_cast<std::int64_t>(i));
    EXPECT_GT((*events)[i].time, 1e9);
    EXPECT_EQ(std::get<ProgressEvent>((*events)[i].body).done, static_cast<double>(i));
  }
  EXPECT_EQ(reader.bad_lines(), 0u);
}

class StuckSink final : public EventSink {
 public:
  explicit StuckSink(std::atomic<bool>& stuck) : stuck_(stuck) {}
  Taken take(const Event&) override { return stuck_ ? Taken::later : Taken::yes; }

 private:
  std::atomic<bool>& stuck_;
};

TEST(EventWriter, LosesLinesRatherThanWaiting) {
  std::atomic<bool> stuck = true;
  EventWriter writer(std::make_unique<StuckSink>(stuck));
  for (int i = 0; i < 10000; ++i) writer.send(progress(i));
  EXPECT_EQ(writer.lost(), 10000u - 8192u);
  writer.close(std::chrono::milliseconds(50));  // returns although nothing was taken
}

TEST(EventWriter, SaysHowManyLinesWereLostOnceThereIsRoom) {
  const TemporaryFolder scratch;
  const auto file = scratch / "events.jsonl";
  std::atomic<bool> stuck = true;
  class Gate final : public EventSink {
   public:
    Gate(std::atomic<bool>& stuck, std::unique_ptr<EventSink> next)
        : stuck_(stuck), next_(std::move(next)) {}
    Taken take(const Event& event) override { return stuck_ ? Taken::later : next_->take(event); }

   private:
    std::atomic<bool>& stuck_;
    std::unique_ptr<EventSink> next_;
  };
  EventWriter writer(std::make_unique<Gate>(stuck, make_file_sink(file)));
  for (int i = 0; i < 8200; ++i) writer.send(progress(i));
  EXPECT_EQ(writer.lost(), 8u);
  stuck = false;
  writer.close(std::chrono::seconds(60));
  EventFileReader reader(file);
  const auto events = reader.read();
  ASSERT_TRUE(events.ok());
  ASSERT_EQ(events->size(), 8193u);
  const auto* message = std::get_if<MessageEvent>(&events->back().body);
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(message->code, "events.lost");
  EXPECT_EQ(get<std::int64_t>(message->arguments, "count"), 8);
}

TEST(EventWriter, WhatItsSinkThrowsCostsTheEventOnly) {
  std::atomic<int> taken = 0;
  class Throwing final : public EventSink {
   public:
    explicit Throwing(std::atomic<int>& taken) : taken_(taken) {}
    Taken take(const Event& event) override {
      if (std::get<ProgressEvent>(event.body).done == 1) throw std::bad_alloc();
      ++taken_;
      return Taken::yes;
    }

   private:
    std::atomic<int>& taken_;
  };
  EventWriter writer(std::make_unique<Throwing>(taken));
  for (int i = 0; i < 3; ++i) writer.send(progress(i));
  // Before it is closed, which would add a message about it.
  for (int wait = 0; wait < 1000 && (taken < 2 || writer.lost() < 1); ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(taken, 2);
  EXPECT_EQ(writer.lost(), 1u);
}

TEST(EventWriter, WritesWholeLinesToAFifoThatOpensLate) {
  const TemporaryFolder scratch;
  const std::string fifo = (scratch / "fifo").string();
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EventWriter writer(make_fifo_sink(fifo));
  writer.send(progress(1));
  Event message;
  message.body = MessageEvent{MessageLevel::error,    "test", {{"detail", std::string(5000, 'y')}},
                              std::string(5000, 'x'), {},     {}};
  writer.send(std::move(message));
  const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  writer.close();
  std::string text(1 << 16, '\0');
  text.resize(
      static_cast<std::size_t>(std::max<ssize_t>(0, ::read(reader, text.data(), text.size()))));
  ::close(reader);
  const std::size_t end_of_first = text.find('\n');
  ASSERT_NE(end_of_first, text.npos);
  EXPECT_EQ(text.substr(0, end_of_first).find("sequence"), text.npos)
      << "the agent numbers the lines";
  const std::string second = text.substr(end_of_first + 1);
  EXPECT_LE(second.size(), 4096u);
  const auto shortened = parse_event(second.substr(0, second.size() - 1));
  ASSERT_TRUE(shortened.ok()) << second;
  EXPECT_EQ(std::get<MessageEvent>(shortened->body).code, "test");
}

TEST(EventWriter, GoesNowhereWithoutASink) {
  EventWriter writer(nullptr);
  writer.send(progress(1));
  writer.close();
  EXPECT_EQ(writer.lost(), 0u);
}

}  // namespace
}  // namespace trainyard
