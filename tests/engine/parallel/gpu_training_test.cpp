#include <cmath>

#include <gtest/gtest.h>

#include "engine/parallel/gpu_module.h"
#include "engine/task/causal_lm.h"

namespace trainyard {
namespace {

struct Step {
  double loss = 0.0;
  at::Tensor gradient;
};

Step train_on(const at::Device& device) {
  const auto model = std::move(
      make_model(
          "gpt2",
          {{"vocab_size", 101}, {"n_positions", 64}, {"n_embd", 64}, {"n_layer", 2}, {"n_head", 4}})
          .value());
  Parameters parameters(model->table(), device);
  parameters.initialize(1);
  const at::Tensor ids =
      at::randint(0, 101, {4, 64}, at::make_generator<at::CPUGeneratorImpl>(3), at::kLong)
          .to(device);
  Step step;
  step.loss =
      train_causal_lm(*model, parameters, {ids, ids}, 1.0 / 252, {.seed = 2}).item<double>();
  step.gradient = parameters.layers()[1].flat_gradient.cpu();
  return step;
}

TEST(GpuTraining, HasTheProcessorsLossAndGradient) {
  const Result<at::Device> device = use_gpu({}, false);
  if (!device) GTEST_SKIP() << device.error().message;
  const Step expected = train_on(at::kCPU), actual = train_on(*device);
  EXPECT_NEAR(actual.loss, expected.loss, 1e-4 * expected.loss);
  EXPECT_LT(
      ((actual.gradient - expected.gradient).norm() / expected.gradient.norm()).item<double>(),
      1e-3);
}

}  // namespace
}  // namespace trainyard
