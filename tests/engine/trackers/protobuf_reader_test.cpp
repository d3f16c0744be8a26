// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/protobuf_reader.h"

#include <gtest/gtest.h>

#include "engine/trackers/checksums.h"
#include "engine/trackers/protobuf_writer.h"

using namespace trainyard;

// RFC 3720, B.4, ISO 3309, and the numbers that every description of the polynomials gives.
TEST(Checksums, AreThoseOfTheirStandards) {
  EXPECT_EQ(crc32c(""), 0u);
  EXPECT_EQ(crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(crc32("56789", crc32("1234")), 0xcbf43926u);
}

TEST(ProtobufReader, ReadsWhatIsWritten) {
  const ProtobufMessage message = ProtobufMessage()
                                      .add(1, std::int64_t{-7})
                                      .add(2, 0.25)
                                      .add(3, 1.5f)
                                      .add(100, std::string_view("text"));
  ProtobufReader reader(message.bytes());
  auto field = reader.next();
  ASSERT_TRUE(field);
  EXPECT_EQ(field->number, 1u);
  EXPECT_EQ(field->integer(), -7);
  field = reader.next();
  ASSERT_TRUE(field && field->is(2, ProtobufField::Type::fixed64));
  EXPECT_EQ(field->real(), 0.25);
  field = reader.next();
  ASSERT_TRUE(field && field->is(3, ProtobufField::Type::fixed32));
  EXPECT_EQ(field->real(), 1.5);
  field = reader.next();
  ASSERT_TRUE(field && field->is(100, ProtobufField::Type::bytes));
  EXPECT_EQ(field->bytes, "text");
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.is_malformed());
}

TEST(ProtobufReader, EndsWhereBytesAreNoMessage) {
  const std::string bad[] = {
      std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10),      // a length beyond the end
      std::string("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 11),  // more than 64 bits
      std::string("\x08\x80", 2),                                       // a number without its end
      std::string("\x09\x01\x02", 3),                                   // a cut double
      std::string("\x0d\x01", 2),                                       // a cut float
      std::string("\x0b", 1),                                           // a group
      std::string("\x0f\x01", 2),                  // a type that does not exist
      std::string("\x00\x01", 2),                  // field 0
      std::string("\xf8\xff\xff\xff\x7f\x01", 6),  // a number of a field beyond 2^29
  };
  for (const std::string& bytes : bad) {
    ProtobufReader reader(bytes);
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.is_malformed());
    EXPECT_FALSE(reader.next()) << "nothing is read behind it";
  }
}

TEST(ProtobufReader, TakesTheFirstOfPackedNumbers) {
  const auto first = [](std::string_view bytes, std::size_t size) {
    return first_bits({5, ProtobufField::Type::bytes, 0, bytes}, size);
  };
  EXPECT_EQ(first(std::string_view("\x01\0\0\0\x02\0\0\0", 8), 4), 1u);
  EXPECT_EQ(first(std::string_view("\x01\0\0\0\0\0\0\0", 8), 8), 1u);
  EXPECT_EQ(first(std::string_view("\xac\x02\x05", 3), 0), 300u);
  EXPECT_FALSE(first(std::string_view("\x01\0\0", 3), 4));
  EXPECT_FALSE(first(std::string_view("\x80", 1), 0));
  EXPECT_FALSE(first({}, 0));
  EXPECT_EQ(first_bits({5, ProtobufField::Type::fixed32, 9, {}}, 4), 9u) << "not packed";
}
