// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/attention_kernels.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/model/attention.h"

namespace trainyard {
namespace {

std::vector<at::SDPBackend> order_of(AttentionGpu gpu, bool has_fixed_lengths) {
  std::vector<at::SDPBackend> order;
  for (const std::int64_t backend : attention_order(gpu, has_fixed_lengths))
    order.push_back(static_cast<at::SDPBackend>(backend));
  return order;
}

TEST(AttentionKernels, CudnnIsFirstOnHopperWithFixedLengthsOnly) {
  using enum at::SDPBackend;
  EXPECT_EQ(order_of({9, 0}, true).front(), cudnn_attention);
  EXPECT_EQ(order_of({9, 0}, true)[1], flash_attention);
  EXPECT_EQ(order_of({9, 0}, false).front(), flash_attention);
  for (const AttentionGpu gpu : {AttentionGpu{7, 5}, {8, 0}, {8, 9}, {10, 0}, {12, 0}})
    for (const bool has_fixed_lengths : {false, true})
      EXPECT_EQ(order_of(gpu, has_fixed_lengths).front(), flash_attention) << gpu.major;
}

TEST(AttentionKernels, EachHasItsPlaceAndMathIsTheLastResort) {
  for (const bool has_fixed_lengths : {false, true}) {
    const std::vector<at::SDPBackend> order = order_of({9, 0}, has_fixed_lengths);
    std::vector<std::int64_t> numbers = attention_order({9, 0}, has_fixed_lengths);
    std::ranges::sort(numbers);
    EXPECT_EQ(numbers, (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(order[at::num_sdp_backends - 2], at::SDPBackend::math);
  }
}

TEST(AttentionKernels, OnlyAGpuThatIsKnownChangesTheOrder) {
  const auto before = at::globalContext().sDPPriorityOrder();
  prefer_attention_kernels(at::kCPU, true);
  prefer_attention_kernels(at::kCUDA, true);  // none was named
  EXPECT_EQ(at::globalContext().sDPPriorityOrder(), before);
  set_attention_gpu({12, 1});
  EXPECT_EQ(attention_gpu().major, 12);
  EXPECT_EQ(attention_gpu().minor, 1);
  prefer_attention_kernels(at::kCPU, true);
  EXPECT_EQ(at::globalContext().sDPPriorityOrder(), before);
  set_attention_gpu({});
}

TEST(AttentionKernels, FlashTakesHalfPrecisionAndHeadsOfEights) {
  const AttentionGpu ampere{8, 0}, ada{8, 9}, hopper{9, 0}, turing{7, 5}, consumer{12, 0};
  for (const at::ScalarType type : {at::kBFloat16, at::kHalf}) {
    EXPECT_TRUE(is_flash_possible(ampere, type, 64));
    EXPECT_TRUE(is_flash_possible(hopper, type, 256));
    EXPECT_TRUE(is_flash_possible(ada, type, 192));
    EXPECT_TRUE(is_flash_possible(consumer, type, 128));
    EXPECT_FALSE(is_flash_possible(ada, type, 200));  // its shared memory is too small
    EXPECT_FALSE(is_flash_possible(consumer, type, 256));
    EXPECT_FALSE(is_flash_possible(hopper, type, 264));
    EXPECT_FALSE(is_flash_possible(hopper, type, 60));
    EXPECT_FALSE(is_flash_possible(turing, type, 64));
    EXPECT_FALSE(is_flash_possible({}, type, 64));
  }
  EXPECT_FALSE(is_flash_possible(hopper, at::kFloat, 64));
}

TEST(AttentionKernels, SharedHeadsStayWhereAKernelTakesThem) {
  EXPECT_TRUE(keeps_shared_heads(at::kCUDA, true, false));
  EXPECT_TRUE(keeps_shared_heads(at::kMeta, true, false));
  EXPECT_TRUE(keeps_shared_heads(at::kMeta, true, true));
  EXPECT_FALSE(keeps_shared_heads(at::kMeta, false, false));
  EXPECT_FALSE(keeps_shared_heads(at::kCUDA, true, true));
  EXPECT_FALSE(keeps_shared_heads(at::kCUDA, false, false));
  EXPECT_FALSE(keeps_shared_heads(at::kCPU, true, false));
}

TEST(AttentionKernels, DocumentsHaveBorders) {
  const std::vector<std::int32_t> ends = {3, 4, 11, 16};
  EXPECT_EQ(document_borders(ends), (std::vector<std::int32_t>{0, 3, 4, 11, 16}));
  EXPECT_EQ(longest_document(ends), 7);
  EXPECT_EQ(longest_document(ends_of_rows(1, 5)), 5);
  EXPECT_EQ(ends_of_rows(3, 8), (std::vector<std::int32_t>{8, 16, 24}));
}

struct Attended {
  at::Tensor out;
  std::vector<at::Tensor> gradients;
};

Attended attend(at::Device device, at::ScalarType type, bool is_repeated) {
  const auto generator = at::make_generator<at::CPUGeneratorImpl>(3);
  const auto input = [&](std::int64_t heads) {
    return at::randn({2, heads, 24, 16}, generator).to(type).to(device).requires_grad_(true);
  };
  const std::vector<at::Tensor> own = {input(6), input(2), input(2)};
  const auto repeated = [&](const at::Tensor& x) {
    return x.unsqueeze(2).expand({2, 2, 3, 24, 16}).reshape({2, 6, 24, 16});
  };
  const Context context{{.input_ids = at::zeros({2, 24}, at::kLong)}, {}, {}, {}};
  Attended result;
  result.out = is_repeated ? attention(own[0], repeated(own[1]), repeated(own[2]), {}, context)
                           : attention(own[0], own[1], own[2], {}, context);
  result.out.backward(at::ones_like(result.out));
  for (const at::Tensor& x : own) result.gradients.push_back(x.grad());
  return result;
}

TEST(Attention, SharedHeadsAreRepeatedOnAProcessorBitForBit) {
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    const Attended found = attend(at::kCPU, type, false), wanted = attend(at::kCPU, type, true);
    EXPECT_TRUE(found.out.equal(wanted.out));
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_TRUE(found.gradients[i].equal(wanted.gradients[i])) << i;
  }
}

TEST(Attention, HasItsShapesOnTheMetaDevice) {
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    const Attended found = attend(at::kMeta, type, false);
    EXPECT_EQ(found.out.sizes(), (at::IntArrayRef{48, 96}));
    EXPECT_EQ(found.gradients[1].sizes(), (at::IntArrayRef{2, 2, 24, 16}));
  }
}

}  // namespace
}  // namespace trainyard
