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
  EXPECT_NEAR(gradient_norm(parameters), std::sqrt(56 * 4.0 + 45.0), 1e-5);
}

TEST(ClippingScale, IsClipGradNorms) {
  EXPECT_DOUBLE_EQ(clipping_scale(0.5, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(clipping_scale(4.0, 1.0), 1.0 / (4.0 + 1e-6));
  EXPECT_DOUBLE_EQ(clipping_scale(0.0, 1.0), 1.0);
}

}  // namespace
}  // namespace trainyard
