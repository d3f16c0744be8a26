// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/dropout.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

constexpr std::int64_t kElements = 100000;

Context context_of(std::vector<std::uint64_t> row_keys, bool training = true) {
  const at::Tensor ids = at::zeros({static_cast<std::int64_t>(row_keys.size()), 4}, at::kLong);
  return {{.input_ids = ids, .row_keys = std::move(row_keys)}, {.training = training}, {}, {}};
}

// What dropout() multiplies with: (rows, elements).
at::Tensor mask_of(const std::vector<std::uint64_t>& keys, DropoutPlace place, double probability) {
  return dropout(at::ones({static_cast<std::int64_t>(keys.size()), kElements}), probability,
                 context_of(keys), place);
}

TEST(Dropout, ARowDependsOnItsKeyNotOnTheBatchItIsIn) {
  const at::Tensor whole = mask_of({7, 8, 9, 10}, {1, 0}, 0.1);
  EXPECT_TRUE(whole.narrow(0, 2, 2).equal(mask_of({9, 10}, {1, 0}, 0.1)));
}

// (rows, 3, length, length)
at::Tensor attention_mask_of(const std::vector<std::uint64_t>& keys, std::int64_t length) {
  const at::Tensor weights = at::ones({static_cast<std::int64_t>(keys.size()), 3, length, length});
  return dropout_of_attention(weights, 0.25, context_of(keys), {2, 0});
}

TEST(Dropout, OfAttentionDoesNotDependOnTheLengthThatARowIsPaddedTo) {
  const at::Tensor longer = attention_mask_of({7, 8}, 61), alone = attention_mask_of({8}, 40);
  EXPECT_TRUE(longer.narrow(0, 1, 1).narrow(2, 0, 40).narrow(3, 0, 40).equal(alone));
  EXPECT_NEAR(longer.eq(0).to(at::kDouble).mean().item<double>(), 0.25, 0.01);
  // Heads, queries and rows have masks of their own.
  const auto share_alike = [](const at::Tensor& one, const at::Tensor& other) {
    return one.eq(other).to(at::kDouble).mean().item<double>();
  };
  constexpr double kByChance = 0.25 * 0.25 + 0.75 * 0.75;
  EXPECT_NEAR(share_alike(longer.select(1, 0), longer.select(1, 1)), kByChance, 0.02);
  EXPECT_NEAR(share_alike(longer.select(2, 0), longer.select(2, 1)), kByChance, 0.06);
  EXPECT_NEAR(share_alike(longer[0], longer[1]), kByChance, 0.02);
}

Context joined_rows() {
  Context context = context_of({7, 8, 9});
  context.batch.input_ids = at::zeros({1, 9}, at::kLong);
  context.batch.joined_lengths = {2, 4, 3};
  return context;
}

TEST(Dropout, ARowHasTheSameMaskAloneAndJoinedToOthers) {
  const at::Tensor joined = dropout(at::ones({9, 50}), 0.3, joined_rows(), {1, 0});
  const at::Tensor alone = dropout(at::ones({4, 50}), 0.3, context_of({8}), {1, 0});
  EXPECT_TRUE(joined.slice(0, 2, 6).equal(alone));
  const at::Tensor weights =
      dropout_of_attention(at::ones({1, 3, 9, 9}), 0.3, joined_rows(), {1, 0});
  const at::Tensor own = dropout_of_attention(at::ones({1, 3, 4, 4}), 0.3, context_of({8}), {1, 0});
  EXPECT_TRUE(weights.slice(2, 2, 6).slice(3, 2, 6).equal(own));
}

TEST(Dropout, OfJoinedRowsIsTheSameOnEveryDeviceAndForGradients) {
  const at::Tensor x = at::randn({6, 40});
  const std::vector<std::int64_t> keys = {1, 1, 2, 2, 2, 9}, firsts = {0, 40, 0, 40, -7, 3};
  EXPECT_TRUE(
      masked_by_rows(x, keys, 0.4, firsts).equal(masked_by_operators(x, keys, 0.4, firsts)));
  const at::Tensor ones = at::ones({9, 50}).requires_grad_(true);
  const at::Tensor y = dropout(ones, 0.25, joined_rows(), {3, 1});
  y.sum().backward();
  EXPECT_TRUE(ones.grad().equal(y.detach()));
}

TEST(Dropout, TheGradientOfAttentionIsMaskedAlike) {
  const at::Tensor x = at::ones({2, 3, 9, 9}).requires_grad_(true);
  const at::Tensor y = dropout_of_attention(x, 0.5, context_of({5, 6}), {1, 0});
  y.sum().backward();
  EXPECT_TRUE(x.grad().equal(y.detach()));
}

TEST(Dropout, KeysAndPlacesDiffer) {
  const at::Tensor mask = mask_of({7, 8}, {1, 0}, 0.5);
  for (const at::Tensor& other : {mask[1], mask_of({7}, {2, 0}, 0.5)[0],
                                  mask_of({7}, {1, 1}, 0.5)[0], mask_of({7}, {-1, 0}, 0.5)[0]})
    EXPECT_NEAR(mask[0].eq(other).to(at::kDouble).mean().item<double>(), 0.5, 0.01);
}

TEST(Dropout, ZeroesTheProbabilityAndScalesTheRest) {
  for (const double probability : {0.1, 0.5, 0.9}) {
    const at::Tensor mask = mask_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 0}, probability);
    EXPECT_NEAR(mask.eq(0).to(at::kDouble).mean().item<double>(), probability, 0.002);
    EXPECT_FLOAT_EQ(mask.max().item<float>(), static_cast<float>(1.0 / (1.0 - probability)));
    // Neighbours are independent.
    const at::Tensor zero = mask[0].eq(0).to(at::kDouble);
    EXPECT_NEAR((zero.slice(0, 1) * zero.slice(0, 0, -1)).mean().item<double>(),
                probability * probability, 0.006);
  }
}

TEST(Dropout, IsTheSameOnEveryDevice) {
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16})
    for (const double probability : {0.1, 0.5, 0.999}) {
      const at::Tensor x = at::randn({2, kElements}).to(type);
      const std::vector<std::int64_t> keys = {-5, 0x123456789abcdef};
      EXPECT_TRUE(
          masked_by_rows(x, keys, probability).equal(masked_by_operators(x, keys, probability)));
    }
}

TEST(Dropout, TheGradientIsMaskedAlike) {
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    const at::Tensor x = at::ones({2, kElements}, at::TensorOptions(type)).requires_grad_(true);
    const at::Tensor y = dropout(x, 0.25, context_of({5, 6}), {3, 1});
    y.sum().backward();
    EXPECT_TRUE(x.grad().equal(y.detach()));
    EXPECT_GT(y.eq(0).sum().item<std::int64_t>(), kElements / 3);
  }
}

TEST(Dropout, DoesNothingInEvaluationOrWithoutProbability) {
  const at::Tensor x = at::randn({2, 8});
  EXPECT_TRUE(dropout(x, 0.5, context_of({1, 2}, false), {}).is_same(x));
  EXPECT_TRUE(dropout(x, 0.0, context_of({1, 2}), {}).is_same(x));
  EXPECT_FALSE(dropout(x, 0.5, context_of({1, 2}), {}).equal(x));
}

}  // namespace
}  // namespace trainyard
