// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/tensor_ranges.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/checkpoint/weight_files.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const std::vector<std::int64_t> shape{3, 4};

class Ranges : public testing::Test {
 protected:
  void SetUp() override {
    const at::Tensor flat = whole_.view({-1});
    written_ = {*save_ranges(scratch_ / "one",
                             {{"a", shape, 0, flat.narrow(0, 0, 5)}, {"codes", {7}, 0, codes_}}),
                *save_ranges(scratch_ / "two", {{"a", shape, 5, flat.narrow(0, 5, 7)}})};
  }
  void write_index(const std::string& parts, const std::string& of_shape = "[3,4]") {
    std::ofstream(index_) << R"({"tensors":{"a":{"dtype":"F32","shape":)" << of_shape
                          << R"(,"parts":[)" << parts << "]}}}";
  }
  std::string part(const std::string& file, std::int64_t begin, std::int64_t end) {
    return R"({"file":")" + file + R"(","begin":)" + std::to_string(begin) + R"(,"end":)" +
           std::to_string(end) + "}";
  }
  std::string what_is_wrong() {
    const auto opened = TensorRanges::open(index_);
    if (opened.ok()) return "";
    EXPECT_EQ(opened.error().code, "checkpoint.damaged");
    EXPECT_EQ(opened.error().exit_code, ExitCode::checkpoint);
    EXPECT_NE(opened.error().message.find(index_.string()), std::string::npos);
    return opened.error().message;
  }
  bool is_wrong(const char* how) { return what_is_wrong().find(how) != std::string::npos; }

  TemporaryFolder scratch_;
  const std::filesystem::path index_ = scratch_ / "index.json";
  const at::Tensor whole_ = at::arange(12, at::kFloat).view(shape),
                   codes_ = at::arange(7, at::kByte);
  std::vector<RangesIndex> written_;
};

TEST_F(Ranges, AreReadInAnyPieces) {
  const auto all = joined(index_, {written_[1], written_[0]});
  ASSERT_TRUE(all.ok()) << all.error().message;
  std::ofstream(index_) << to_json(*all);
  auto ranges = TensorRanges::open(index_);
  ASSERT_TRUE(ranges.ok()) << ranges.error().message;
  for (std::int64_t begin = 0; begin <= 12; ++begin)
    for (std::int64_t count = 0; begin + count <= 12; ++count) {
      const at::Tensor read = at::full({count}, -1.0F), bf16 = read.to(at::kBFloat16);
      ASSERT_TRUE(ranges->read("a", shape, begin, read).ok());
      EXPECT_TRUE(read.equal(whole_.view({-1}).narrow(0, begin, count)));
      ASSERT_TRUE(ranges->read("a", shape, begin, bf16).ok());
      EXPECT_TRUE(bf16.to(at::kFloat).equal(read));
    }
  const at::Tensor codes = at::zeros({3}, at::kByte);
  ASSERT_TRUE(ranges->read("codes", {7}, 2, codes).ok());
  EXPECT_TRUE(codes.equal(codes_.narrow(0, 2, 3)));
}

TEST_F(Ranges, AreReadFromWholeTensorsToo) {
  ASSERT_TRUE(save_tensors(scratch_ / "whole.safetensors", {{"a", whole_}}).ok());
  auto ranges = TensorRanges::open_whole(scratch_ / "whole.safetensors");
  ASSERT_TRUE(ranges.ok()) << ranges.error().message;
  const at::Tensor read = at::zeros({4});
  ASSERT_TRUE(ranges->read("a", shape, 6, read).ok());
  EXPECT_TRUE(read.equal(whole_.view({-1}).narrow(0, 6, 4)));
}

TEST_F(Ranges, OfAnotherModelAreRefused) {
  std::ofstream(index_) << to_json(*joined(index_, written_));
  auto ranges = TensorRanges::open(index_);
  ASSERT_TRUE(ranges.ok());
  const at::Tensor read = at::zeros({2});
  EXPECT_EQ(ranges->read("b", shape, 0, read).error().code, "checkpoint.no_tensor");
  EXPECT_EQ(ranges->read("a", {4, 3}, 0, read).error().code, "checkpoint.other_model");
}

TEST_F(Ranges, ThatAreNotTheWholeStateAreNotJoined) {
  EXPECT_FALSE(joined(index_, {written_[0]}).ok());
  EXPECT_FALSE(joined(index_, {written_[0], written_[1], written_[1]}).ok());
  EXPECT_FALSE(joined(index_, {written_[0], RangesIndex{}}).ok());
}

TEST_F(Ranges, OfAHostileIndexAreRefused) {
  write_index(part("one", 0, 5) + "," + part("two", 5, 12));
  EXPECT_EQ(what_is_wrong(), "");
  write_index(part("one", 0, 5));
  EXPECT_TRUE(is_wrong("lacks elements of tensor a, from element 5 on"));
  write_index("");
  EXPECT_TRUE(is_wrong("lacks elements of tensor a, from element 0 on"));
  write_index(part("one", 0, 5) + "," + part("two", 6, 12));
  EXPECT_TRUE(is_wrong("lacks elements of tensor a, from element 5 on"));
  write_index(part("one", 0, 5) + "," + part("two", 4, 12));
  EXPECT_TRUE(is_wrong("twice, from element 4 on"));
  write_index(part("two", 5, 12) + "," + part("one", 0, 5));
  EXPECT_TRUE(is_wrong("lacks elements")) << "not in their order";
  for (const auto& [begin, end] :
       {std::pair{0, 13}, std::pair{-1, 12}, std::pair{5, 5}, std::pair{7, 3}}) {
    write_index(part("one", begin, end));
    EXPECT_TRUE(is_wrong("which is not in it"));
  }
  write_index(part("../one", 0, 12));
  EXPECT_TRUE(is_wrong("not next to it"));
  write_index(part("one", 0, 12), "[4611686018427387904,4]");
  EXPECT_TRUE(is_wrong("impossible shape"));
  write_index(part("one", 0, 12), "[-3,-4]");
  EXPECT_TRUE(is_wrong("impossible shape"));
  for (const char* text : {"", "[]", "{}", R"({"tensors":[]})", R"({"tensors":{"a":{}}})",
                           R"({"tensors":{"a":{"dtype":"F32","shape":["3"],"parts":[]}}})"}) {
    std::ofstream(index_) << text;
    EXPECT_TRUE(is_wrong("is not an index")) << text;
  }
  std::filesystem::remove(index_);
  EXPECT_NE(what_is_wrong(), "");
}

TEST_F(Ranges, ThatTheFilesDoNotHaveAreRefused) {
  const at::Tensor read = at::zeros({12});
  write_index(part("one", 0, 12));
  const auto longer = TensorRanges::open(index_)->read("a", shape, 0, read);
  EXPECT_EQ(longer.error().code, "checkpoint.other_model");
  EXPECT_NE(longer.error().message.find((scratch_ / "one").string()), std::string::npos);
  write_index(part("one", 0, 5) + "," + part("three", 5, 12));
  EXPECT_FALSE(TensorRanges::open(index_)->read("a", shape, 0, read).ok());
  write_index(part("one", 0, 5) + "," + part("index.json", 5, 12));
  EXPECT_EQ(TensorRanges::open(index_)->read("a", shape, 0, read).error().code,
            "checkpoint.not_safetensors");
}

}  // namespace
}  // namespace trainyard
