#include "engine/model/dropout.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

constexpr std::int64_t kElements = 100000;

ForwardMode mode_at(std::int64_t step, std::int64_t first_sequence) {
  ForwardMode mode;
  mode.seed = 7;
  mode.step = step;
  mode.first_sequence = first_sequence;
  return mode;
}

TEST(DropoutMask, ARowDependsOnItsGlobalPositionNotOnTheBatchItIsIn) {
  const at::Tensor whole = dropout_mask(mode_at(3, 0), {1, 0}, 4, kElements, 0.1);
  const at::Tensor second_half = dropout_mask(mode_at(3, 2), {1, 0}, 2, kElements, 0.1);
  EXPECT_TRUE(whole.narrow(0, 2, 2).equal(second_half));
}

TEST(DropoutMask, StepsPlacesRowsAndSeedsDiffer) {
  const at::Tensor mask = dropout_mask(mode_at(3, 0), {1, 0}, 2, kElements, 0.5);
  ForwardMode other_seed = mode_at(3, 0);
  other_seed.seed = 8;
  for (const at::Tensor& other : {dropout_mask(mode_at(4, 0), {1, 0}, 1, kElements, 0.5)[0],
                                  dropout_mask(mode_at(3, 0), {2, 0}, 1, kElements, 0.5)[0],
                                  dropout_mask(mode_at(3, 0), {1, 1}, 1, kElements, 0.5)[0],
                                  mask[1], dropout_mask(other_seed, {1, 0}, 1, kElements, 0.5)[0]})
    EXPECT_NEAR(mask[0].eq(other).to(at::kDouble).mean().item<double>(), 0.5, 0.01);
}

TEST(DropoutMask, ZeroesTheProbabilityAndScalesTheRest) {
  for (const double probability : {0.1, 0.5, 0.9}) {
    const at::Tensor mask = dropout_mask(mode_at(0, 0), {0, 0}, 10, kElements, probability);
    EXPECT_NEAR(mask.eq(0).to(at::kDouble).mean().item<double>(), probability, 0.002);
    EXPECT_FLOAT_EQ(mask.max().item<float>(), static_cast<float>(1.0 / (1.0 - probability)));
    // Neighbours are independent.
    const at::Tensor zero = mask[0].eq(0).to(at::kDouble);
    EXPECT_NEAR((zero.slice(0, 1) * zero.slice(0, 0, -1)).mean().item<double>(),
                probability * probability, 0.006);
  }
}

TEST(Dropout, DoesNothingInEvaluationOrWithoutProbability) {
  const at::Tensor x = at::randn({2, 8}), ids = at::zeros({2, 4}, at::kLong);
  const Context training{{ids, ids}, {}}, evaluation{{ids, ids}, {.training = false}};
  EXPECT_TRUE(dropout(x, 0.5, evaluation, {}).is_same(x));
  EXPECT_TRUE(dropout(x, 0.0, training, {}).is_same(x));
  EXPECT_FALSE(dropout(x, 0.5, training, {}).equal(x));
}

}  // namespace
}  // namespace trainyard
