// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/frame.h"

#include <gtest/gtest.h>

#include <vector>

using namespace trainyard::agent;

namespace {

struct Frame {
  FrameKind kind;
  std::string body;
  bool operator==(const Frame&) const = default;
};

const std::vector<Frame> all = {{FrameKind::message, "{\"kind\":\"stop\"}"},
                                {FrameKind::heartbeat, ""},
                                {FrameKind::event, std::string("\0\n\xff", 3)}};

std::string text_of_all() {
  std::string text;
  for (const Frame& frame : all) text += frame_text(frame.kind, frame.body);
  return text;
}

}  // namespace

TEST(Frames, ArriveWholeHoweverTheBytesAreCut) {
  const std::string text = text_of_all();
  for (std::size_t step = 1; step <= text.size(); ++step) {
    FrameReader reader(100);
    std::vector<Frame> got;
    for (std::size_t at = 0; at < text.size(); at += step)
      ASSERT_TRUE(reader.add(std::string_view(text).substr(at, step),
                             [&](FrameKind kind, std::string_view body) {
                               got.push_back({kind, std::string(body)});
                             }));
    EXPECT_EQ(got, all) << "cut every " << step;
  }
}

TEST(Frames, HostileOnesAreRefusedForGood) {
  using namespace std::string_literals;
  const std::string cases[] = {"\xff\xff\xff\xffm"s, "\0\0\0\x66m"s, "\0\0\0\0m"s, "\0\0\0\5x1234"s,
                               "GET / HTTP/1.1\r\n"s};
  for (const std::string& bytes : cases) {
    FrameReader reader(101);
    int count = 0;
    const auto take = [&](FrameKind, std::string_view) { ++count; };
    EXPECT_FALSE(reader.add(bytes, take)) << bytes;
    EXPECT_FALSE(reader.add(frame_text(FrameKind::heartbeat, ""), take));
    EXPECT_EQ(count, 0);
  }
  FrameReader reader(101);
  EXPECT_TRUE(reader.add(frame_text(FrameKind::message, std::string(100, 'x')),
                         [](FrameKind, std::string_view) {}))
      << "just as long as allowed";
}

TEST(Frames, OutputKeepsEveryByte) {
  const std::string bytes("\0\xff\r\n", 4);
  OutputBody output;
  const std::string body = output_body(70000, 'e', bytes);
  ASSERT_TRUE(parse_output_body(body, output));
  EXPECT_EQ(output.rank, 70000);
  EXPECT_EQ(output.stream, 'e');
  EXPECT_EQ(output.bytes, bytes);
  EXPECT_FALSE(parse_output_body("abc", output));
  EXPECT_FALSE(parse_output_body(std::string("\0\0\0\1x", 5), output)) << "no such stream";
  EXPECT_FALSE(parse_output_body(std::string("\xff\0\0\1o", 5), output)) << "no such rank";
}
