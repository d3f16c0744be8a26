// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/wandb_log.h"

#include <gtest/gtest.h>

#include <vector>

using namespace trainyard;

namespace {

struct Written {
  std::string file;
  std::vector<std::string> records;
};

// Records of sizes that end before, at and behind the ends of blocks.
Written written() {
  Written result;
  WandbLogWriter writer;
  for (const std::size_t size :
       {5ul, 0ul, 32'700ul, 20ul, 32'768ul - 7, 100'000ul, 1ul, 31'000ul, 4ul}) {
    result.records.emplace_back(size, static_cast<char>('a' + result.records.size()));
    result.file += writer.record(result.records.back());
  }
  return result;
}

bool feed(WandbLogReader& reader, std::string_view bytes, std::vector<std::string>& records) {
  return reader.feed(bytes, [&](std::string_view record) { records.emplace_back(record); });
}

}  // namespace

// The first bytes of a file that W&B 0.30 wrote.
TEST(WandbLog, TheHeaderAndTheFrameAreThoseOfWandb) {
  const std::string file = WandbLogWriter().record("x");
  EXPECT_EQ(file.substr(0, 7), std::string(":W&B\xe1\xbe\0", 7));
  EXPECT_EQ(file.substr(11), std::string("\x01\0\x01x", 4));
}

TEST(WandbLog, WhatIsWrittenIsReadInPiecesOfAnySize) {
  const Written whole = written();
  for (const std::size_t piece : {1ul, 6ul, 7ul, 8ul, 32'768ul, 1'000'000ul}) {
    WandbLogReader reader;
    std::vector<std::string> records;
    for (std::size_t at = 0; at < whole.file.size(); at += piece)
      EXPECT_TRUE(feed(reader, std::string_view(whole.file).substr(at, piece), records));
    EXPECT_EQ(records, whole.records) << piece;
    EXPECT_EQ(reader.whole_bytes(), whole.file.size());
  }
}

TEST(WandbLog, ACutFileGivesTheRecordsBeforeTheCut) {
  const Written whole = written();
  for (std::size_t cut = 0; cut < whole.file.size(); cut += 997) {
    WandbLogReader reader;
    std::vector<std::string> records;
    EXPECT_TRUE(feed(reader, std::string_view(whole.file).substr(0, cut), records));
    EXPECT_TRUE(std::equal(records.begin(), records.end(), whole.records.begin()));
    // Read on from the last whole record, as another program would.
    reader.rewind();
    EXPECT_TRUE(feed(reader, std::string_view(whole.file).substr(reader.whole_bytes()), records));
    EXPECT_EQ(records, whole.records) << cut;
  }
}

TEST(WandbLog, DamageEndsTheFile) {
  WandbLogWriter writer;
  const std::string first = writer.record("first"), second = writer.record("second");
  for (std::size_t at = 0; at < second.size(); ++at) {
    std::string damaged = first + second;
    damaged[first.size() + at] = static_cast<char>(damaged[first.size() + at] ^ 0x10);
    WandbLogReader reader;
    std::vector<std::string> records;
    const bool is_good = feed(reader, damaged, records);
    EXPECT_EQ(records, std::vector<std::string>{"first"}) << at;
    // A length that has become longer may still wait for more.
    EXPECT_TRUE(!is_good || at == 4 || at == 5) << at;
    EXPECT_EQ(reader.whole_bytes(), first.size());
  }
  WandbLogReader reader;
  std::vector<std::string> records;
  EXPECT_FALSE(feed(reader, "not W&B", records));
  EXPECT_FALSE(feed(reader, first, records)) << "nothing more is read";
}

TEST(WandbLog, ZerosAreNoRecord) {
  WandbLogReader reader;
  std::vector<std::string> records;
  const std::string first = WandbLogWriter().record("first");
  EXPECT_FALSE(feed(reader, first + std::string(64, '\0'), records));
  EXPECT_EQ(reader.whole_bytes(), first.size());
}

TEST(WandbLog, ALongRecordIsSkipped) {
  WandbLogWriter writer;
  std::string file = writer.record("a");
  file += writer.record(std::string(WandbLogReader::max_record_bytes + 1, 'x'));
  file += writer.record("b");
  WandbLogReader reader;
  std::vector<std::string> records;
  EXPECT_TRUE(feed(reader, file, records));
  EXPECT_EQ(records, (std::vector<std::string>{"a", "b"}));
}
