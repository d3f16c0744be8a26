#include "engine/optim/adamw.h"

#include <cmath>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// Decayed and undecayed parameters alternate, so that ranges are found and joined.
ParameterTable table() {
  const auto spec = [](const char* name, std::int64_t size, bool decay) {
    return ParameterSpec{name, {size}, Initialization::normal, 1.0, decay};
  };
  return {{"first", {spec("a", 30, true), spec("b", 17, true), spec("c", 9, false)}},
          {"second", {spec("d", 5, false), spec("e", 40, true)}}};
}

void set_gradients(Parameters& parameters, std::int64_t step) {
  for (std::size_t l = 0; l < parameters.layers().size(); ++l)
    parameters.layers()[l].flat_gradient.copy_(at::randn(
        parameters.layers()[l].flat.sizes(),
        at::make_generator<at::CPUGeneratorImpl>(static_cast<std::uint64_t>(100 * step) + l)));
}

// The slow reference: the formula of torch.optim.AdamW's documentation, in double, one parameter at
// a time.
struct Reference {
  at::Tensor value, first, second;
  void step(const at::Tensor& gradient, std::int64_t t, const AdamWOptions& o, double learning_rate,
            double decay) {
    value = value * (1.0 - learning_rate * decay);
    first = o.beta1 * first + (1.0 - o.beta1) * gradient;
    second = o.beta2 * second + (1.0 - o.beta2) * gradient * gradient;
    const double power = static_cast<double>(t);
    const at::Tensor corrected = first / (1.0 - std::pow(o.beta1, power));
    value = value - learning_rate * corrected /
                        ((second / (1.0 - std::pow(o.beta2, power))).sqrt() + o.epsilon);
  }
};

TEST(AdamW, FollowsTheFormulaWithDecayOnlyWhereTheTableSays) {
  const AdamWOptions options{.beta1 = 0.8, .beta2 = 0.95, .epsilon = 1e-6, .weight_decay = 0.3};
  Parameters parameters(table(), at::kCPU);
  parameters.initialize(1);
  std::map<std::string, Reference> references;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    const at::Tensor value = parameters.find(name).detach().to(at::kDouble);
    references[name] = {value, at::zeros_like(value), at::zeros_like(value)};
  }
  AdamW optimizer(parameters, options);
  for (std::int64_t t = 1; t <= 20; ++t) {
    const double learning_rate = 0.01 * static_cast<double>(t), scale = t % 3 == 0 ? 0.37 : 1.0;
    set_gradients(parameters, t);
    for (auto& [name, reference] : references) {
      const bool decays = name == "a" || name == "b" || name == "e";
      reference.step(parameters.find(name).grad().to(at::kDouble) * scale, t, options,
                     learning_rate, decays ? 0.3 : 0.0);
    }
    optimizer.step(learning_rate, scale);
  }
  for (const auto& [name, reference] : references)
    EXPECT_TRUE(
        parameters.find(name).detach().to(at::kDouble).allclose(reference.value, 1e-4, 1e-5))
        << name;
}

TEST(AdamW, GoesOnFromItsStateBitForBit) {
  Parameters whole(table(), at::kCPU), resumed(table(), at::kCPU);
  whole.initialize(1);
  AdamW first(whole, {});
  for (std::int64_t t = 1; t <= 3; ++t) {
    set_gradients(whole, t);
    first.step(1e-3, 1.0);
  }
  AdamW second(resumed, {});
  second.set_num_steps(3);
  for (std::size_t l = 0; l < whole.layers().size(); ++l) {
    resumed.layers()[l].flat.copy_(whole.layers()[l].flat);
    second.state()[l].first_moment.copy_(first.state()[l].first_moment);
    second.state()[l].second_moment.copy_(first.state()[l].second_moment);
  }
  set_gradients(whole, 4);
  set_gradients(resumed, 4);
  first.step(1e-3, 0.5);
  second.step(1e-3, 0.5);
  for (std::size_t l = 0; l < whole.layers().size(); ++l)
    EXPECT_TRUE(whole.layers()[l].flat.equal(resumed.layers()[l].flat));
}

TEST(GradientNorm, IsTheNormOfAllGradients) {
  Parameters parameters(table(), at::kCPU);
  parameters.layers()[0].flat_gradient.fill_(2.0);
  parameters.layers()[1].flat_gradient.fill_(-1.0);
  EXPECT_NEAR(gradient_norm(parameters), std::sqrt(56 * 4.0 + 45.0), 1e-5);
}

TEST(ClippingScale, IsClipGradNorms) {
  EXPECT_DOUBLE_EQ(clipping_scale(0.5, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(clipping_scale(4.0, 1.0), 1.0 / (4.0 + 1e-6));
  EXPECT_DOUBLE_EQ(clipping_scale(0.0, 1.0), 1.0);
}

}  // namespace
}  // namespace trainyard
