#include <cmath>

#include <gtest/gtest.h>

#include "engine/parallel/gpu_module.h"
#include "engine/task/language_modeling.h"
#include "tests/engine/rows.h"

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
  const auto task = make_causal_lm({});
  Step step;
  step.loss = task->train(*model, parameters,
                          task->batch(rows_of(random_ids(101, {4, 64})), device), 1.0 / 252, {})
                  .item<double>();
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
