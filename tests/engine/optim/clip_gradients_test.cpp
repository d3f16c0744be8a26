// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/clip_gradients.h"

#include <cmath>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(GradientNorm, IsTheNormOfAllGradients) {
  Parameters parameters({{"first", {{"a", {7, 8}, Initialization::zeros}}},
                         {"second", {{"b", {45}, Initialization::zeros}}}},
                        at::kCPU);
  parameters.find("a").grad().fill_(2.0);
  parameters.find("b").grad().fill_(-1.0);
  EXPECT_NEAR(gradient_norm(parameters, [](const at::Tensor&) {}).item<double>(),
              std::sqrt(56 * 4.0 + 45.0), 1e-5);
}

TEST(GradientNorm, OfLayersThatAreNotTrainedIsNothing) {
  Parameters parameters({{"first", {{"a", {7}, Initialization::zeros, 0.0, false, false}}},
                         {"second", {{"b", {9}, Initialization::zeros}}}},
                        at::kCPU);
  parameters.find("b").grad().fill_(1.0);
  EXPECT_FLOAT_EQ(gradient_norm(parameters, [](const at::Tensor&) {}).item<float>(), 3.0F);
}

TEST(ClippingScale, IsClipGradNorms) {
  const auto scale = [](double norm) {
    return clipping_scale(at::full({}, norm), 1.0).item<float>();
  };
  EXPECT_FLOAT_EQ(scale(0.5), 1.0F);
  EXPECT_FLOAT_EQ(scale(4.0), 1.0F / (4.0F + 1e-6F));
  EXPECT_FLOAT_EQ(scale(0.0), 1.0F);
  EXPECT_TRUE(std::isnan(scale(std::nan(""))));
}

}  // namespace
}  // namespace trainyard
