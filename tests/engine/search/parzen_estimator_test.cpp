// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/parzen_estimator.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace trainyard::search {
namespace {

Distribution unit() { return {.low = 0, .high = 1}; }

TEST(ObservationWeights, OldOnesCountLess) {
  EXPECT_EQ(observation_weights(25), std::vector<double>(25, 1.0));
  const std::vector<double> weights = observation_weights(30);
  ASSERT_EQ(weights.size(), 30u);
  EXPECT_DOUBLE_EQ(weights[0], 1.0 / 30);
  EXPECT_DOUBLE_EQ(weights[4], 1);
  EXPECT_TRUE(std::is_sorted(weights.begin(), weights.end()));
}

TEST(ParzenEstimator, IsUniformWithoutObservations) {
  const ParzenEstimator estimator({unit()}, {}, Bandwidth::neighbours);
  const double at[] = {0.5}, other[] = {0.1};
  EXPECT_EQ(estimator.weights(), std::vector<double>{1});
  EXPECT_NEAR(estimator.log_density(at), 0, 0.1);
  EXPECT_NEAR(estimator.log_density(other), 0, 0.1);
}

TEST(ParzenEstimator, WidthsReachTheFartherNeighbour) {
  const ParzenEstimator estimator({unit()}, {{0.6}, {0.1}, {0.2}}, Bandwidth::neighbours);
  const std::vector<double>& sigmas = estimator.sigmas(0);
  ASSERT_EQ(sigmas.size(), 4u);
  EXPECT_DOUBLE_EQ(sigmas[0], 0.4) << "of the last one, the inner neighbour";
  EXPECT_DOUBLE_EQ(sigmas[1], 0.2) << "a fifth of the range at least";
  EXPECT_DOUBLE_EQ(sigmas[2], 0.4);
  EXPECT_DOUBLE_EQ(sigmas[3], 1) << "the prior";
}

TEST(ParzenEstimator, ItsDensityIntegratesToOne) {
  for (const Bandwidth bandwidth : {Bandwidth::neighbours, Bandwidth::shared}) {
    const ParzenEstimator estimator({unit()}, {{0.01}, {0.99}, {0.5}}, bandwidth);
    double sum = 0;
    constexpr int parts = 2000;
    for (int i = 0; i < parts; ++i) {
      const double at[] = {(i + 0.5) / parts};
      sum += std::exp(estimator.log_density(at)) / parts;
    }
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

TEST(ParzenEstimator, ProbabilitiesOfStepsAndChoicesAddUpToOne) {
  const Distribution steps =
      normalized({.kind = DistributionKind::integer, .low = 1, .high = 9, .log = true});
  const Distribution kinds{.kind = DistributionKind::categorical, .choices = {"a", "b", "c"}};
  const ParzenEstimator estimator({steps, kinds}, {{1, 2}, {9, 0}, {3, 0}}, Bandwidth::neighbours);
  double sum = 0;
  for (double step = 1; step <= 9; ++step)
    for (double kind = 0; kind < 3; ++kind) {
      const double at[] = {step, kind};
      sum += std::exp(estimator.log_density(at));
    }
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(ParzenEstimator, SamplesFollowItsDensity) {
  const Distribution steps = normalized({.low = 0, .high = 1, .step = 0.25});
  const ParzenEstimator estimator({steps}, {{0.25}, {0.25}, {1}}, Bandwidth::neighbours);
  RandomStream random(3, 0);
  std::vector<double> counts(5);
  constexpr int draws = 20000;
  for (int i = 0; i < draws; ++i)
    counts[static_cast<std::size_t>(estimator.sample(random)[0] * 4)] += 1.0 / draws;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double at[] = {0.25 * static_cast<double>(i)};
    EXPECT_NEAR(counts[i], std::exp(estimator.log_density(at)), 0.015) << i;
  }
}

}  // namespace
}  // namespace trainyard::search
