// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/stream/stream_request.h"

#include <gtest/gtest.h>

#include "engine/agent/stream/hmac_sha256.h"

using namespace trainyard::agent;

TEST(Cursor, IsTwoWholeNumbers) {
  const auto cursor = parse_cursor("3:1234");
  ASSERT_TRUE(cursor);
  EXPECT_EQ(cursor->generation, 3);
  EXPECT_EQ(cursor->offset, 1234u);
  for (const char* text : {"", ":", "3", "3:", ":4", "3:-1", "-3:1", "3:4x", " 3:4", "3:4:5",
                           "3:99999999999999999999999"})
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

TEST(Proof, OnlyTheClientsForThisNonceAndTokenIsAnswered) {
  const std::string nonce(32, 'a'), token = "0123456789abcdef";
  const std::string right = hmac_sha256(token, "client:" + nonce);
  EXPECT_EQ(answer_to_proof(nonce, right, token), hmac_sha256(token, "server:" + nonce));
  std::string other = right;
  other.back() = other.back() == '0' ? '1' : '0';
  for (const std::string& proof :
       {std::string(), token, other, right.substr(1), right + "0",
        hmac_sha256(token, "server:" + nonce), hmac_sha256("other", "client:" + nonce),
        hmac_sha256(token, "client:" + std::string(32, 'b'))})
    EXPECT_EQ(answer_to_proof(nonce, proof, token), "") << proof;
  EXPECT_EQ(answer_to_proof(nonce, hmac_sha256("", "client:" + nonce), ""), "")
      << "no token, nobody";
  for (const std::string& odd : {std::string(), std::string("aa"), std::string(32, 'g')})
    EXPECT_EQ(answer_to_proof(odd, hmac_sha256(token, "client:" + odd), token), "") << odd;
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
