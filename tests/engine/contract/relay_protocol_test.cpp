// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/relay_protocol.h"

#include <gtest/gtest.h>

#include <utility>

using namespace trainyard;

namespace {

using Kind = RelayKind;

// Both sides, and what is between them.
struct Pair {
  RelayTalk asker{RelayTalk::Side::asker}, relay{RelayTalk::Side::relay};
  bool pass() {
    return relay.add(std::exchange(asker.output, {})) && asker.add(std::exchange(relay.output, {}));
  }
};

// A relay with one open connection, numbered 1.
RelayTalk opened() {
  RelayTalk talk(RelayTalk::Side::relay);
  EXPECT_TRUE(talk.add(relay_frame(1, Kind::open, {"\x1f\x90", 2})));
  talk.output.clear();
  return talk;
}

bool takes(const std::string& bytes) { return opened().add(bytes); }

std::string credit(std::uint32_t count) {
  const char bytes[] = {static_cast<char>(count >> 24), static_cast<char>(count >> 16),
                        static_cast<char>(count >> 8), static_cast<char>(count)};
  return {bytes, sizeof bytes};
}

}  // namespace

TEST(RelayTalk, CarriesBytesBothWaysHoweverTheyAreCut) {
  RelayTalk asker(RelayTalk::Side::asker), relay(RelayTalk::Side::relay);
  const std::uint32_t id = asker.open(8080);
  EXPECT_EQ(asker.send(id, "hello"), 5u);
  asker.end(id);
  for (const char byte : asker.output) ASSERT_TRUE(relay.add({&byte, 1}));
  const RelayTalk::Connection& there = relay.connections().at(id);
  EXPECT_EQ(there.port, 8080);
  EXPECT_EQ(there.received, "hello");
  EXPECT_TRUE(there.has_input_ended);
  EXPECT_FALSE(there.is_closed);
  // Who has sent its last byte still gets an answer.
  EXPECT_EQ(relay.send(id, "world"), 5u);
  relay.close(id);
  EXPECT_TRUE(relay.connections().empty());
  EXPECT_FALSE(asker.is_greeted());
  for (const char byte : relay.output) ASSERT_TRUE(asker.add({&byte, 1}));
  EXPECT_TRUE(asker.is_greeted());
  EXPECT_EQ(asker.connections().at(id).received, "world");
  EXPECT_TRUE(asker.connections().at(id).is_closed);
  asker.close(id);
  EXPECT_TRUE(asker.connections().empty());
}

TEST(RelayTalk, OneThatIsNotReadStopsAloneAtItsWindow) {
  Pair pair;
  const std::uint32_t slow = pair.asker.open(1), quick = pair.asker.open(2);
  ASSERT_TRUE(pair.pass());
  const std::string piece(relay_frame_bytes, 'x');
  std::size_t sent = 0, carried = 0;
  while (const std::size_t taken = pair.relay.send(slow, piece)) sent += taken;
  EXPECT_EQ(sent, relay_window);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(pair.relay.send(quick, piece), piece.size()) << i;
    ASSERT_TRUE(pair.pass());
    carried += pair.asker.connections().at(quick).received.size();
    pair.asker.consumed(quick, pair.asker.connections().at(quick).received.size());
    ASSERT_TRUE(pair.pass());
  }
  EXPECT_EQ(carried, 100 * piece.size());
  EXPECT_EQ(pair.relay.send(slow, "x"), 0u);
  // It goes on where it is read.
  pair.asker.consumed(slow, relay_window);
  ASSERT_TRUE(pair.pass());
  EXPECT_EQ(pair.relay.send(slow, piece), piece.size());
}

TEST(RelayTalk, MoreConnectionsThanThereMayBeAreClosed) {
  Pair pair;
  for (std::size_t i = 0; i <= relay_connections; ++i) pair.asker.open(80);
  const std::uint32_t last = relay_connections + 1;
  EXPECT_EQ(pair.asker.send(last, "on its way"), 10u);
  ASSERT_TRUE(pair.pass());
  EXPECT_EQ(pair.relay.connections().size(), relay_connections);
  EXPECT_TRUE(pair.asker.connections().at(last).is_closed);
  EXPECT_FALSE(pair.asker.connections().at(last - 1).is_closed);
  // There is room again.
  pair.asker.close(last - 1);
  const std::uint32_t next = pair.asker.open(80);
  ASSERT_TRUE(pair.pass());
  pair.relay.close(last - 1);
  EXPECT_TRUE(pair.asker.connections().at(next).is_closed);
  const std::uint32_t after = pair.asker.open(80);
  ASSERT_TRUE(pair.pass());
  EXPECT_FALSE(pair.asker.connections().at(after).is_closed);
}

TEST(RelayTalk, WhatWasOnItsWayToAClosedOneIsDropped) {
  Pair pair;
  const std::uint32_t id = pair.asker.open(1);
  ASSERT_TRUE(pair.pass());
  pair.asker.send(id, "x");
  pair.asker.end(id);
  pair.asker.close(id);
  pair.relay.send(id, "y");
  pair.relay.close(id);
  EXPECT_TRUE(pair.pass());
  EXPECT_EQ(pair.asker.send(id, "x"), 0u);
  EXPECT_EQ(pair.asker.output, "");
}

TEST(RelayTalk, RefusesWhatNoAskerSays) {
  EXPECT_TRUE(takes(relay_frame(1, Kind::data, std::string(relay_frame_bytes, 'x'))));
  // A frame that is cut off is none, and no harm.
  EXPECT_TRUE(takes(relay_frame(1, Kind::data, "whole").substr(0, 12)));
  for (const std::string& wrong : {
           relay_frame(1, Kind::data, std::string(relay_frame_bytes + 1, 'x')),
           std::string("\0\0\0\1\2\xff\xff\xff\xff", 9),
           relay_frame(1, static_cast<Kind>(0), {}),
           relay_frame(1, static_cast<Kind>(6), {}),
           relay_frame(1, static_cast<Kind>(0xff), {}),
           relay_frame(1, Kind::data, {}),
           relay_frame(0, Kind::data, "x"),
           relay_frame(2, Kind::data, "of one that was never opened"),
           relay_frame(2, Kind::close, {}),
           relay_frame(1, Kind::open, {"\0\1", 2}),
           relay_frame(3, Kind::open, {"\0\1", 2}),
           relay_frame(2, Kind::open, "x"),
           relay_frame(2, Kind::open, "xyz"),
           relay_frame(1, Kind::end, "x"),
           relay_frame(1, Kind::close, "x"),
           relay_frame(1, Kind::end, {}) + relay_frame(1, Kind::end, {}),
           relay_frame(1, Kind::end, {}) + relay_frame(1, Kind::data, "x"),
           relay_frame(1, Kind::close, {}) + relay_frame(1, Kind::data, "x"),
           relay_frame(1, Kind::credit, {}),
           relay_frame(1, Kind::credit, credit(1)),
           relay_frame(1, Kind::credit, credit(0xffffffff)),
       })
    EXPECT_FALSE(takes(wrong)) << ::testing::PrintToString(wrong);
  RelayTalk talk = opened();
  for (std::size_t i = 0; i < relay_window / relay_frame_bytes; ++i)
    ASSERT_TRUE(talk.add(relay_frame(1, Kind::data, std::string(relay_frame_bytes, 'x'))));
  EXPECT_FALSE(talk.add(relay_frame(1, Kind::data, "x")));
  // From then on always.
  EXPECT_FALSE(talk.add(relay_frame(1, Kind::close, {})));
  EXPECT_FALSE(talk.connections().at(1).is_closed);
}

TEST(RelayTalk, RefusesWhatNoRelaySays) {
  for (const std::string& wrong :
       {std::string("srun: error: no\n"), std::string("yard-agent relay 2\n"),
        std::string(relay_greeting) + relay_frame(1, Kind::open, {"\0\1", 2}),
        std::string(relay_greeting) + relay_frame(1, Kind::end, {}),
        std::string(relay_greeting) + relay_frame(2, Kind::close, {})}) {
    RelayTalk asker(RelayTalk::Side::asker);
    asker.open(80);
    EXPECT_FALSE(asker.add(wrong)) << wrong;
  }
}
