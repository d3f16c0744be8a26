// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule against its formula, in double, one parameter at a time. Against transformers and
// torch themselves: tests/parity/transformers_test.py.
#include "engine/optim/adamw_8bit.h"
#include "engine/optim/optimizer.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// Decayed and undecayed parameters alternate, so that parts are found and joined; a matrix and a
// stack of them, which Adafactor treats in another way.
ParameterTable table() {
  const auto spec = [](const char* name, std::vector<std::int64_t> shape, bool decay) {
    return ParameterSpec{name, std::move(shape), Initialization::normal, 1.0, decay};
  };
  return {{"first", {spec("a", {5, 6}, true), spec("b", {17}, true), spec("c", {9}, false)}},
          {"second", {spec("d", {5}, false), spec("e", {2, 4, 5}, true)}}};
}

constexpr const char* kNames[] = {"a", "b", "c", "d", "e"};
bool decays(const std::string& name) { return name == "a" || name == "b" || name == "e"; }

void set_gradients(Parameters& parameters, std::uint64_t step) {
  for (const char* name : kNames) {
    const at::Tensor gradient = parameters.find(name).grad();
    const auto key = 100 * step + static_cast<std::uint64_t>(name[0]);
    gradient.copy_(at::randn(gradient.sizes(), at::make_generator<at::CPUGeneratorImpl>(key)));
  }
}

struct Reference {
  at::Tensor value, first, second, rows, columns;

  void step(const at::Tensor& gradient, std::int64_t t, const OptimizerSection& o, double rate,
            double decay) {
    if (o.kind == OptimizerKind::sgd) return sgd(gradient, o, rate, decay);
    value = value * (1.0 - rate * decay);
    if (o.kind == OptimizerKind::lion) return lion(gradient, o, rate);
    if (o.kind != OptimizerKind::adafactor) return adamw(gradient, static_cast<double>(t), o, rate);
    adafactor(gradient, static_cast<double>(t), rate);
  }

 private:
  void sgd(const at::Tensor& gradient, const OptimizerSection& o, double rate, double decay) {
    first = o.momentum * first + gradient + decay * value;
    value = value - rate * first;
  }

  void adamw(const at::Tensor& gradient, double t, const OptimizerSection& o, double rate) {
    first = o.beta1 * first + (1.0 - o.beta1) * gradient;
    second = o.beta2 * second + (1.0 - o.beta2) * gradient * gradient;
    const at::Tensor corrected = first / (1.0 - std::pow(o.beta1, t));
    value = value - rate * corrected / ((second / (1.0 - std::pow(o.beta2, t))).sqrt() + o.epsilon);
  }

  // Chen et al., 2023, algorithm 2.
  void lion(const at::Tensor& gradient, const OptimizerSection& o, double rate) {
    value = value - rate * (o.beta1 * first + (1.0 - o.beta1) * gradient).sign();
    first = o.beta2 * first + (1.0 - o.beta2) * gradient;
  }

  // Shazeer and Stern, 2018, algorithm 4, without relative steps and scaling.
  void adafactor(const at::Tensor& gradient, double t, double rate) {
    const double beta = 1.0 - std::pow(t, -0.8);
    const at::Tensor square = gradient * gradient + 1e-30;
    at::Tensor mean;
    if (gradient.dim() >= 2) {
      rows = beta * rows + (1.0 - beta) * square.sum(-1);
      columns = beta * columns + (1.0 - beta) * square.sum(-2);
      mean = rows.unsqueeze(-1) * columns.unsqueeze(-2) / rows.sum(-1, true).unsqueeze(-1);
    } else {
      second = beta * second + (1.0 - beta) * square;
      mean = second;
    }
    const at::Tensor update = gradient / mean.sqrt();
    const double size = update.square().mean().sqrt().item<double>();
    value = value - rate * update / std::max(1.0, size);
  }
};

class OptimizerTest : public testing::TestWithParam<OptimizerSection> {};

TEST_P(OptimizerTest, FollowsTheFormulaWithDecayOnlyWhereTheTableSays) {
  Parameters parameters(table(), at::kCPU);
  parameters.initialize(1);
  std::map<std::string, Reference> references;
  for (const char* name : kNames) {
    const at::Tensor value = parameters.find(name).detach().to(at::kDouble);
    const at::Tensor zeros = at::zeros_like(value);
    references[name] = {value, zeros, zeros, {}, {}};
    if (value.dim() >= 2) {
      references[name].rows = zeros.sum(-1);
      references[name].columns = zeros.sum(-2);
    }
  }
  const auto optimizer = make_optimizer(GetParam(), parameters);
  for (std::int64_t t = 1; t <= 20; ++t) {
    const double rate = 0.001 * static_cast<double>(t), scale = t % 3 == 0 ? 0.37 : 1.0;
    set_gradients(parameters, static_cast<std::uint64_t>(t));
    for (auto& [name, reference] : references)
      reference.step(parameters.find(name).grad().to(at::kDouble) * scale, t, GetParam(), rate,
                     decays(name) ? GetParam().weight_decay : 0.0);
    optimizer->step(rate, scale == 1.0 ? at::Tensor() : at::full({}, scale));
  }
  for (const auto& [name, reference] : references)
    EXPECT_TRUE(
        parameters.find(name).detach().to(at::kDouble).allclose(reference.value, 1e-4, 1e-5))
        << name;
}

TEST_P(OptimizerTest, GoesOnFromItsStateBitForBit) {
  Parameters whole(table(), at::kCPU), resumed(table(), at::kCPU);
  whole.initialize(1);
  const auto first = make_optimizer(GetParam(), whole);
  for (std::uint64_t t = 1; t <= 3; ++t) {
    set_gradients(whole, t);
    first->step(1e-3);
  }
  const auto second = make_optimizer(GetParam(), resumed);
  second->set_num_steps(3);
  for (std::size_t l = 0; l < whole.layers().size(); ++l)
    resumed.layers()[l].flat.copy_(whole.layers()[l].flat);
  const NamedTensors from = first->named_state(), to = second->named_state();
  ASSERT_EQ(from.size(), to.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    EXPECT_EQ(from[i].first, to[i].first);
    to[i].second.copy_(from[i].second);
  }
  set_gradients(whole, 4);
  set_gradients(resumed, 4);
  first->step(1e-3, at::full({}, 0.5));
  second->step(1e-3, at::full({}, 0.5));
  for (std::size_t l = 0; l < whole.layers().size(); ++l)
    EXPECT_TRUE(whole.layers()[l].flat.equal(resumed.layers()[l].flat));
}

// What lies between two parameters belongs to nobody, and so stays zero.
TEST_P(OptimizerTest, LeavesTheGapsAtZero) {
  Parameters parameters(table(), at::kCPU);
  parameters.initialize(1);
  const auto optimizer = make_optimizer(GetParam(), parameters);
  for (std::uint64_t t = 1; t <= 3; ++t) {
    set_gradients(parameters, t);
    optimizer->step(1e-2);
  }
  const at::Tensor& flat = parameters.layers()[1].flat;  // d has 5 numbers, e begins at 32
  EXPECT_TRUE(flat.narrow(0, 5, 27).eq(0).all().item<bool>());
  EXPECT_EQ(flat.size(0), 32 + 64);
}

// Frozen ones between the others change neither what these become nor what is kept of them.
TEST_P(OptimizerTest, PassesOverWhatIsNotTrained) {
  ParameterTable with_frozen = table();
  for (LayerSpec& layer : with_frozen) {
    const ParameterSpec still{"frozen", {3, 50}, Initialization::normal, 1.0, true, false};
    layer.parameters.insert(layer.parameters.begin(), still);
    layer.parameters.insert(layer.parameters.begin() + 2, still);
    layer.parameters.push_back(still);
  }
  with_frozen.insert(with_frozen.begin(), {"frozen alone", {with_frozen[0].parameters[0]}});
  Parameters plain(table(), at::kCPU), mixed(with_frozen, at::kCPU);
  plain.initialize(1);
  mixed.initialize(1);
  const at::Tensor before = mixed.find("frozen").clone();
  const auto one = make_optimizer(GetParam(), plain), other = make_optimizer(GetParam(), mixed);
  for (std::uint64_t t = 1; t <= 3; ++t) {
    set_gradients(plain, t);
    set_gradients(mixed, t);
    one->step(1e-2);
    other->step(1e-2);
  }
  for (const char* name : kNames) EXPECT_TRUE(plain.find(name).equal(mixed.find(name))) << name;
  EXPECT_TRUE(mixed.find("frozen").equal(before));
  const NamedTensors state = one->named_state(), mixed_state = other->named_state();
  ASSERT_EQ(state.size(), mixed_state.size());
  for (std::size_t i = 0; i < state.size(); ++i) EXPECT_EQ(state[i].first, mixed_state[i].first);
}

TEST_P(OptimizerTest, WritesTheCopiesThatProductsRead) {
  Parameters parameters(table(), at::kCPU, at::kBFloat16);
  parameters.initialize(1);
  const auto optimizer = make_optimizer(GetParam(), parameters);
  set_gradients(parameters, 1);
  const at::Tensor before = parameters.layers()[0].flat_compute.clone();
  optimizer->step(1e-1);
  const LayerParameters& layer = parameters.layers()[0];
  EXPECT_FALSE(layer.flat_compute.equal(before));
  EXPECT_TRUE(layer.flat_compute.equal(layer.flat.to(at::kBFloat16)));
}

INSTANTIATE_TEST_SUITE_P(
    All, OptimizerTest,
    testing::Values(
        OptimizerSection{.beta1 = 0.8, .beta2 = 0.95, .epsilon = 1e-6, .weight_decay = 0.3},
        OptimizerSection{.kind = OptimizerKind::adamw_8bit, .beta1 = 0.8, .weight_decay = 0.3},
        OptimizerSection{.kind = OptimizerKind::sgd, .weight_decay = 0.3},
        OptimizerSection{.kind = OptimizerKind::sgd, .momentum = 0.9, .weight_decay = 0.3},
        OptimizerSection{.kind = OptimizerKind::adafactor, .weight_decay = 0.3},
        OptimizerSection{
            .kind = OptimizerKind::lion, .beta1 = 0.9, .beta2 = 0.99, .weight_decay = 0.3}));

// Moments in 8 bits, number by number: a block's largest value, and of 256 codes the nearest.
struct SlowMoments {
  std::vector<float> code, values;

  void store(std::size_t begin, std::size_t end) {
    float largest = 0;
    for (std::size_t i = begin; i < end; ++i) largest = std::max(largest, std::abs(values[i]));
    for (std::size_t i = begin; i < end && largest > 0; ++i) {
      const float share = values[i] / largest;
      auto nearest = std::ranges::min_element(
          code, {}, [&](float one) { return std::abs(static_cast<double>(one) - share); });
      if (values[i] < 0 && *nearest == 0) --nearest;
      values[i] = *nearest * largest;
    }
  }
};

TEST(AdamW8bit, IsAdamWWhoseMomentsAreRounded) {
  constexpr std::size_t kSize = 5200, kBlock = 256;  // 20 blocks and a part of one
  const ParameterSpec large{"large", {40, 130}, Initialization::normal, 1.0, true};
  Parameters parameters({{"first", {}}, {"second", {large}}}, at::kCPU);
  parameters.initialize(1);
  const OptimizerSection section{.kind = OptimizerKind::adamw_8bit, .weight_decay = 0.1};
  const auto optimizer = make_optimizer(section, parameters);
  const at::Tensor parameter = parameters.find("large");
  const auto numbers = [](const at::Tensor& tensor) {
    const float* first = tensor.const_data_ptr<float>();
    return std::vector<float>(first, first + tensor.numel());
  };
  std::vector<float> values = numbers(parameter.detach());
  SlowMoments first{dynamic_code(true), std::vector<float>(kSize)},
      second{dynamic_code(false), std::vector<float>(kSize)};
  ASSERT_EQ(first.code.size(), 256U);
  ASSERT_EQ(second.code.size(), 256U);
  EXPECT_FLOAT_EQ(first.code.front(), -0.99296875F);
  EXPECT_EQ(second.code.front(), 0.0F);
  EXPECT_EQ(second.code.back(), 1.0F);
  for (int t = 1; t <= 20; ++t) {
    parameter.mutable_grad().copy_(at::randn(
        {40, 130}, at::make_generator<at::CPUGeneratorImpl>(static_cast<std::uint64_t>(t))));
    const std::vector<float> gradient = numbers(parameter.grad());
    const double rate = 1e-3, c1 = 1.0 - std::pow(section.beta1, t),
                 c2 = 1.0 - std::pow(section.beta2, t);
    for (std::size_t i = 0; i < kSize; ++i) {
      const double g = gradient[i];
      first.values[i] =
          static_cast<float>(section.beta1 * first.values[i] + (1 - section.beta1) * g);
      second.values[i] =
          static_cast<float>(section.beta2 * second.values[i] + (1 - section.beta2) * g * g);
      const double divisor = std::sqrt(second.values[i]) / std::sqrt(c2) + section.epsilon;
      values[i] = static_cast<float>(values[i] * (1 - rate * section.weight_decay) -
                                     rate / c1 * first.values[i] / divisor);
    }
    for (std::size_t begin = 0; begin < kSize; begin += kBlock)
      for (SlowMoments* moments : {&first, &second})
        moments->store(begin, std::min(begin + kBlock, kSize));
    optimizer->step(rate);
  }
  // A number between two codes may be rounded either way.
  const std::vector<float> found = numbers(parameter.detach());
  std::size_t others = 0;
  for (std::size_t i = 0; i < kSize; ++i) others += std::abs(found[i] - values[i]) > 1e-5F;
  EXPECT_LE(others, kSize / 500);
  std::int64_t bytes = 0;
  for (const auto& [name, tensor] : optimizer->named_state())
    bytes += static_cast<std::int64_t>(tensor.nbytes());
  EXPECT_EQ(bytes, 2 * (5200 + 21 * 4));
}

}  // namespace
}  // namespace trainyard
