#include "engine/agent/stream/stream_request.h"

#include <gtest/gtest.h>

using namespace trainyard::agent;

TEST(Cursor, IsTwoWholeNumbers) {
  const auto cursor = parse_cursor("3:1234");
  ASSERT_TRUE(cursor);
  EXPECT_EQ(cursor->generation, 3);
  EXPECT_EQ(cursor->offset, 1234u);
  for (const char* text :
       {"", ":", "3", "3:", ":4", "3:-1", "3:4x", " 3:4", "3:4:5", "3:99999999999999999999999"})
    EXPECT_FALSE(parse_cursor(text)) << text;
}

TEST(QueryValue, IsDecoded) {
  EXPECT_EQ(query_value("/v1/events?since=1%3A20", "since"), "1:20");
  EXPECT_EQ(query_value("/x?a=1&since=2:3&b=", "since"), "2:3");
  EXPECT_EQ(query_value("/x?a=1&b=", "b"), "");
  EXPECT_FALSE(query_value("/x?sincere=1", "since"));
  EXPECT_FALSE(query_value("/x", "since"));
  EXPECT_FALSE(query_value("/x?since=%4", "since"));
}

TEST(Authorization, NeedsTheWholeToken) {
  EXPECT_TRUE(is_authorized("Bearer abc", "abc"));
  for (const char* header : {"", "Bearer", "Bearer ", "Bearer ab", "Bearer abcd", "Bearer abd",
                             "bearer abc", "Basic abc", "abc"})
    EXPECT_FALSE(is_authorized(header, "abc")) << header;
  EXPECT_FALSE(is_authorized("Bearer ", "")) << "no token, nobody";
}

TEST(LogFile, IsOneOfTheKnownAndNothingElse) {
  for (const char* name :
       {"stdout.log", "stderr.log", "events.jsonl", "nodes/gpu-1.site/rank-12.err"})
    EXPECT_TRUE(log_file(name)) << name;
  for (const char* name :
       {"", "agent.json", "../agent.json", "nodes/../agent.json", "nodes/../../../../etc/passwd",
        "nodes//rank-0.out", "nodes/n/rank-0.out/..", "nodes/n/rank-.out", "nodes/n/rank--1.out",
        "nodes/n/../agent.json", "/etc/passwd", "stdout.log/", "nodes/.hidden/rank-0.out",
        "nodes/n/x/rank-0.out", "nodes/n/rank-0.txt"})
    EXPECT_FALSE(log_file(name)) << name;
}
