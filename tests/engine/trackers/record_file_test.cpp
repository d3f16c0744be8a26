// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/record_file.h"

#include <gtest/gtest.h>

#include "engine/trackers/byte_order.h"
#include "tests/engine/trackers/tracker_bytes.h"

using namespace trainyard;

namespace {

struct Read {
  std::vector<std::string> records;
  bool is_good = true;
};

Read read(RecordFileReader& reader, std::string_view bytes) {
  Read result;
  result.is_good =
      reader.feed(bytes, [&](std::string_view record) { result.records.emplace_back(record); });
  return result;
}

}  // namespace

TEST(RecordFile, ARecordHasItsLengthAndTwoChecksums) {
  const std::string record = framed_record("content");
  ASSERT_EQ(record.size(), 8 + 4 + 7 + 4u);
  EXPECT_EQ(record.substr(0, 8), std::string("\x07\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(record.substr(12, 7), "content");
}

TEST(RecordFile, HoweverItIsCutTheRecordsAreTheSame) {
  const std::string file = framed_record("first") + framed_record("") + framed_record("third");
  for (std::size_t cut = 0; cut <= file.size(); ++cut) {
    RecordFileReader reader;
    Read first = read(reader, std::string_view(file).substr(0, cut));
    EXPECT_LE(reader.whole_bytes(), cut);
    const Read second = read(reader, std::string_view(file).substr(cut));
    first.records.insert(first.records.end(), second.records.begin(), second.records.end());
    EXPECT_EQ(first.records, (std::vector<std::string>{"first", "", "third"})) << cut;
    EXPECT_TRUE(first.is_good && second.is_good);
    EXPECT_EQ(reader.whole_bytes(), file.size());
  }
}

TEST(RecordFile, AChangedByteEndsTheFileThere) {
  const std::string before = framed_record("before"), record = framed_record("content");
  for (std::size_t at = 0; at < record.size(); ++at) {
    std::string damaged = record;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    RecordFileReader reader;
    const Read found = read(reader, before + damaged + framed_record("after"));
    EXPECT_EQ(found.records, std::vector<std::string>{"before"}) << at;
    EXPECT_FALSE(found.is_good) << at;
    EXPECT_EQ(reader.whole_bytes(), before.size());
    EXPECT_FALSE(read(reader, record).is_good) << "nothing more is read";
    // A file system that showed something else for a moment.
    reader.rewind();
    EXPECT_EQ(read(reader, record).records, std::vector<std::string>{"content"});
  }
}

TEST(RecordFile, ALongRecordIsSkipped) {
  const std::string picture(RecordFileReader::max_record_bytes + 1, 'x');
  const std::string file = framed_record("a") + framed_record(picture) + framed_record("b");
  RecordFileReader reader;
  std::vector<std::string> records;
  for (std::size_t at = 0; at < file.size(); at += 100'000)
    for (const std::string& record :
         read(reader, std::string_view(file).substr(at, 100'000)).records)
      records.push_back(record);
  EXPECT_EQ(records, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(reader.whole_bytes(), file.size());
}

// The checksum of the length is right, as a program that means harm can make it.
TEST(RecordFile, ALengthBeyondAnyFileIsDamage) {
  std::string record = framed_record("");
  for (const std::uint64_t length : {std::uint64_t{1} << 41, ~std::uint64_t{0}}) {
    const std::string bytes = little_endian(length);
    const std::string framed = framed_record(bytes);
    // The checksum behind a content of 8 bytes is the one that a length has.
    const std::string header = bytes + framed.substr(20, 4);
    RecordFileReader reader;
    EXPECT_FALSE(read(reader, header + std::string(100, 'x')).is_good);
  }
}
