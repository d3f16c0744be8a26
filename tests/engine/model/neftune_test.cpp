// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/neftune.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/model/counter_random.h"

namespace trainyard {
namespace {

constexpr double kAlpha = 5.0;

Context context_of(std::vector<std::uint64_t> keys, bool training = true) {
  Batch batch;
  batch.row_keys = std::move(keys);
  return {batch, {.training = training, .neftune_noise_alpha = kAlpha}, {}, {}};
}

// As torch.zeros_like(words).uniform_(-a, a) with a = alpha / sqrt(T * C): its bounds, mean and
// variance, to four standard deviations.
TEST(Neftune, IsEvenNoiseOfTheSaidSize) {
  const at::Tensor words = at::zeros({2, 64, 48});
  const at::Tensor noise = with_neftune_noise(words, context_of({1, 2})).to(at::kDouble);
  const double most = kAlpha / std::sqrt(64.0 * 48.0), count = 2.0 * 64 * 48;
  EXPECT_LE(noise.abs().max().item<double>(), most * (1 + 1e-6));
  EXPECT_NEAR(noise.mean().item<double>(), 0.0, 4 * most / std::sqrt(3 * count));
  EXPECT_NEAR(noise.square().mean().item<double>(), most * most / 3,
              4 * most * most * std::sqrt(4.0 / 45 / count));
}

TEST(Neftune, FollowsTheRowAndNotTheBatch) {
  const at::Tensor words = at::zeros({2, 5, 4});
  const at::Tensor both = with_neftune_noise(words, context_of({1, 2}));
  EXPECT_TRUE(at::equal(both[1], with_neftune_noise(words.slice(0, 0, 1), context_of({2}))[0]));
  EXPECT_FALSE(at::equal(both[0], both[1]));
}

TEST(Neftune, IsTheSameOnEveryDevice) {
  const at::Tensor words = at::zeros({2, 5, 400});
  std::vector<std::int64_t> keys, firsts;
  for (const std::uint64_t row : {1, 2})
    for (std::int64_t token = 0; token < 5; ++token) {
      keys.push_back(static_cast<std::int64_t>(key_of(row, "neftune")));
      firsts.push_back(token * 400);
    }
  const std::vector<float> bounds(10, static_cast<float>(kAlpha / std::sqrt(2000.0)));
  const at::Tensor noise = noise_by_operators(keys, firsts, bounds, 400, at::kCPU);
  EXPECT_TRUE(with_neftune_noise(words, context_of({1, 2})).equal(noise.view(words.sizes())));
}

// A text has the same noise alone, padded, and joined to others.
TEST(Neftune, FollowsTheTextAndNotItsNeighbours) {
  const at::Tensor alone = with_neftune_noise(at::zeros({1, 3, 4}), context_of({2}))[0];
  Context padded = context_of({1, 2});
  padded.batch.text_ends = {5, 8, 10};
  EXPECT_TRUE(at::equal(with_neftune_noise(at::zeros({2, 5, 4}), padded)[1].slice(0, 0, 3), alone));
  Context joined = context_of({1, 2, 3});
  joined.batch.joined_lengths = {5, 3, 2};
  joined.batch.text_ends = {5, 8, 10};
  const at::Tensor all = with_neftune_noise(at::zeros({1, 10, 4}), joined)[0];
  EXPECT_TRUE(at::equal(all.slice(0, 5, 8), alone));
  EXPECT_TRUE(
      at::equal(all.slice(0, 0, 5), with_neftune_noise(at::zeros({1, 5, 4}), context_of({1}))[0]));
}

TEST(Neftune, IsForTrainingOnly) {
  const at::Tensor words = at::ones({1, 5, 4});
  EXPECT_TRUE(with_neftune_noise(words, context_of({1}, false)).is_same(words));
}

}  // namespace
}  // namespace trainyard
