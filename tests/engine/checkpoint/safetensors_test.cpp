// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/safetensors.h"
#include "tests/engine/temporary_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace trainyard {
namespace {

std::string file_with(const std::string& header, std::size_t data_bytes) {
  std::string text(8, '\0');
  for (int i = 0; i < 8; ++i) text[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  return text + header + std::string(data_bytes, 'x');
}

bool accepted(const std::string& file) {
  return parse_safetensors_header(file, file.size(), "test").ok();
}

const std::string two =
    R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"U8","shape":[3],"data_offsets":[8,11]}})";

TEST(Safetensors, TakesAWholeFile) {
  const std::string file = file_with(two, 11);
  const auto header = parse_safetensors_header(file, file.size(), "test");
  ASSERT_TRUE(header.ok()) << header.error().message;
  ASSERT_EQ(header->tensors.size(), 2u);
  EXPECT_EQ(header->find("b")->begin, 8u);
  EXPECT_EQ(header->data_begin, 8 + two.size());
  EXPECT_TRUE(accepted(file_with("{}", 0)));
  EXPECT_TRUE(accepted(file_with(two + "    ", 11))) << "padding with spaces is allowed";
}

TEST(Safetensors, RefusesEveryTruncationAndRemainder) {
  const std::string file = file_with(two, 11);
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(accepted(file.substr(0, size))) << size;
  EXPECT_FALSE(accepted(file + "x"));
}

TEST(Safetensors, RefusesWhatIsWrongInTheHeader) {
  const std::pair<const char*, std::string> cases[] = {
      {"overlap",
       R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})"},
      {"gap",
       R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]}})"},
      {"not from 0", R"({"a":{"dtype":"U8","shape":[5],"data_offsets":[1,6]}})"},
      {"backwards", R"({"a":{"dtype":"U8","shape":[6],"data_offsets":[6,0]}})"},
      {"shape and offsets differ", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,6]}})"},
      {"overflow", R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,6]}})"},
      {"negative extent", R"({"a":{"dtype":"U8","shape":[-6],"data_offsets":[0,6]}})"},
      {"real extent", R"({"a":{"dtype":"U8","shape":[6.0],"data_offsets":[0,6]}})"},
      {"unknown dtype", R"({"a":{"dtype":"F7","shape":[6],"data_offsets":[0,6]}})"},
      {"no dtype", R"({"a":{"shape":[6],"data_offsets":[0,6]}})"},
      {"three offsets", R"({"a":{"dtype":"U8","shape":[6],"data_offsets":[0,6,6]}})"},
      {"metadata that is not text",
       R"({"__metadata__":{"n":1},"a":{"dtype":"U8","shape":[6],"data_offsets":[0,6]}})"},
      {"a tensor that is a number", R"({"a":6})"},
      {"not JSON", R"({"a":)"},
      {"a list", "[]"},
      {"leading space", R"( {"a":{"dtype":"U8","shape":[6],"data_offsets":[0,6]}})"},
      {"not UTF-8", "{\"\xff\":{\"dtype\":\"U8\",\"shape\":[6],\"data_offsets\":[0,6]}}"}};
  for (const auto& [what, header] : cases) EXPECT_FALSE(accepted(file_with(header, 6))) << what;
}

TEST(Safetensors, RefusesAHugeHeaderWithoutReadingIt) {
  std::string file = file_with(two, 11);
  file[7] = '\x7f';
  const auto huge = parse_safetensors_header(file, ~0ull, "test");
  ASSERT_FALSE(huge.ok());
  EXPECT_EQ(huge.error().exit_code, ExitCode::checkpoint);
}

TEST(Safetensors, ReadsBackWhatItWrites) {
  const TemporaryFolder scratch;
  const std::vector<float> values = {1, -2.5, 3};
  const std::int64_t number = 7;
  const std::vector<TensorBytes> tensors = {{"v", "F32", {3, 1}, values.data()},
                                            {"n", "I64", {}, &number},
                                            {"none", "F32", {0, 4}, nullptr}};
  ASSERT_TRUE(write_safetensors(scratch / "file", tensors, {{"format", "pt"}}).ok());
  EXPECT_FALSE(write_safetensors(scratch / "file", tensors, {}).ok())
      << "an existing file is not replaced";
  const auto header = read_safetensors_header(scratch / "file");
  ASSERT_TRUE(header.ok()) << header.error().message;
  EXPECT_EQ(header->data_begin % 8, 0u);
  EXPECT_EQ(header->metadata.at("format"), "pt");
  std::vector<float> read(3);
  ASSERT_TRUE(read_tensor_bytes(scratch / "file", *header, *header->find("v"), read.data()).ok());
  EXPECT_EQ(read, values);
  EXPECT_EQ(header->find("none")->shape, (std::vector<std::int64_t>{0, 4}));
}

}  // namespace
}  // namespace trainyard
