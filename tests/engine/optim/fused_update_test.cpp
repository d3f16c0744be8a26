// SPDX-License-Identifier: GPL-3.0-or-later
// Updates by the engine's own kernels, which run on the processor here, beside updates by torch's
// operators.
#include "engine/optim/fused_update.h"

#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "engine/model/lazy_zeros.h"
#include "engine/optim/adamw_8bit.h"
#include "engine/optim/optimizer.h"
#include "tests/engine/emulated_kernels.h"

namespace trainyard {
namespace {

constexpr std::int64_t steps = 20, quantized = 256;

// With and without decay, of a size that ends within a block and a line, shared out or not; those
// of 4,096 numbers and more have moments in 8 bits, but for the embedding.
ParameterTable shared_out_table() {
  const auto spec = [](const char* name, std::vector<std::int64_t> shape, bool decays,
                       bool is_sharded) {
    ParameterSpec made{name, std::move(shape), Initialization::normal, 1.0, decays};
    made.is_sharded = is_sharded;
    return made;
  };
  return {
      {"embedding", {spec("words", {90, 61}, true, true), spec("places", {9, 61}, false, false)}},
      {"first",
       {spec("a", {71, 65}, true, true), spec("b", {65}, false, false),
        spec("c", {33, 129}, false, true), spec("d", {4099}, true, false)}},
      {"second",
       {spec("e", {4096}, false, true), spec("f", {61}, false, false),
        spec("g", {2, 40, 65}, true, true)}}};
}

struct Setting {
  const char* name;
  OptimizerKind rule;
  at::ScalarType compute = at::kBFloat16;
  Sharding sharding = {};
};

// A model of which this rank has what `setting` says, and its optimizer.
struct Training {
  explicit Training(const Setting& setting)
      : parameters(shared_out_table(), at::kCPU, setting.compute, at::kFloat, setting.sharding),
        optimizer(make_optimizer({.kind = setting.rule, .weight_decay = 0.1}, parameters)) {
    parameters.initialize(1);
  }

  void set_gradients(std::uint64_t step) {
    for (const TrainedPiece& piece : trained_pieces(parameters)) {
      const std::uint64_t key = 100 * step + static_cast<unsigned char>(piece.spec.name[0]);
      const auto generator = at::make_generator<at::CPUGeneratorImpl>(key);
      piece.gradient.copy_(at::randn(piece.gradient.sizes(), generator));
    }
  }

  Parameters parameters;
  std::unique_ptr<Optimizer> optimizer;
};

at::Tensor scale_of(std::int64_t step) {  // none in every third step
  return step % 3 == 0 ? at::Tensor() : at::full({}, 0.3);
}

double rate_of(std::int64_t step) { return 1e-3 * static_cast<double>(step); }

void step_by_kernels(Training& training, std::int64_t step) {
  const EmulatedKernels kernels;
  training.optimizer->step(rate_of(step), scale_of(step));
}

// The largest |found - wanted| in units of |wanted| + `magnitude`.
double difference(const at::Tensor& found, const at::Tensor& wanted, double magnitude) {
  if (wanted.numel() == 0) return 0.0;
  const at::Tensor from = wanted.to(at::kDouble);
  return ((found.to(at::kDouble) - from).abs() / (from.abs() + magnitude)).max().item<double>();
}

void expect_finished(const Training& training) {
  for (const OwnedPart& part : owned_parts(training.parameters))
    if (part.copy.defined()) {
      EXPECT_TRUE(part.copy.equal(part.value.to(part.copy.scalar_type())));
    }
  for (const LayerParameters& layer : training.parameters.layers())
    for (const at::Tensor& gradient : kept_gradients(layer))
      EXPECT_TRUE(is_absent(gradient) || gradient.eq(0).all().item<bool>());
}

class FusedUpdate : public testing::TestWithParam<Setting> {};

using State = std::map<std::string, at::Tensor>;

State state_of(const Training& training) {
  State state;
  for (const auto& piece : training.optimizer->state_pieces()) state[piece.name] = piece.values;
  return state;
}

void copy_all(const Training& from, const Training& to) {
  const auto values = owned_values(from.parameters), others = owned_values(to.parameters);
  for (std::size_t i = 0; i < values.size(); ++i) others[i].copy_(values[i]);
  State state = state_of(to);
  for (const auto& [name, tensor] : state_of(from)) state.at(name).copy_(tensor);
}

// A moment in 8 bits before and after a step, both ways.
struct CodesOfStep {
  at::Tensor before, maxima_before, wanted, maxima, found;
  bool is_first;  // of the two moments
};

// Returns how many codes differ, each of which lies on the limit between the two.
std::int64_t expect_codes(const CodesOfStep& of, const at::Tensor& gradient) {
  const std::vector<float> values = dynamic_code(of.is_first);
  const at::Tensor book = at::tensor(values, at::kDouble);
  const std::int64_t size = of.before.numel();
  const auto each = [&](const at::Tensor& maxima) {
    return maxima.to(at::kDouble).repeat_interleave(quantized).narrow(0, 0, size);
  };
  const double beta = of.is_first ? 0.9 : 0.999;
  const at::Tensor gradients = gradient.to(at::kDouble),
                   terms = of.is_first ? gradients : gradients * gradients,
                   old = book.index({of.before.to(at::kLong)}) * each(of.maxima_before),
                   moment = beta * old + (1.0 - beta) * terms,
                   share = moment / each(of.maxima).clamp_min(std::numeric_limits<float>::min());
  const at::Tensor wanted = of.wanted.to(at::kLong), found = of.found.to(at::kLong),
                   lower = at::minimum(wanted, found).clamp_max(254),
                   limit = (book.index({lower}) + book.index({lower + 1})) / 2,
                   is_on_limit = (share - limit).abs().le(1e-5 * share.abs()),
                   differs = wanted.ne(found);
  EXPECT_TRUE((wanted - found).abs().le(1).all().item<bool>());
  EXPECT_TRUE(differs.logical_not().logical_or(is_on_limit).all().item<bool>());
  return differs.sum().item<std::int64_t>();
}

// Each step from the same values and moments.
TEST_P(FusedUpdate, OfEachStepIsThatOfOperators) {
  Training plain(GetParam()), fused(GetParam());
  std::int64_t num_codes = 0, num_others = 0;
  double of_values = 0.0, of_moments = 0.0;
  for (std::int64_t t = 1; t <= steps; ++t) {
    copy_all(plain, fused);
    plain.set_gradients(static_cast<std::uint64_t>(t));
    fused.set_gradients(static_cast<std::uint64_t>(t));
    std::map<std::string, at::Tensor> gradients;
    const at::Tensor scale = scale_of(t);
    for (const TrainedPiece& piece : trained_pieces(plain.parameters))
      gradients[piece.spec.name] =
          scale.defined() ? piece.gradient * scale : piece.gradient.clone();
    State before;
    for (const auto& [name, tensor] : state_of(plain)) before[name] = tensor.clone();
    plain.optimizer->step(rate_of(t), scale);
    step_by_kernels(fused, t);
    expect_finished(plain);
    expect_finished(fused);
    const auto values = owned_values(plain.parameters), others = owned_values(fused.parameters);
    for (std::size_t i = 0; i < values.size(); ++i)
      of_values = std::max(of_values, difference(others[i], values[i], rate_of(t)));
    const State wanted = state_of(plain), found = state_of(fused);
    ASSERT_EQ(wanted.size(), found.size());
    for (const auto& [name, tensor] : wanted) {
      const std::string parameter = name.substr(name.find('.') + 1);
      if (tensor.scalar_type() != at::kByte) {
        of_moments = std::max(of_moments, difference(found.at(name), tensor, 1.0));
        continue;
      }
      if (tensor.numel() == 0) continue;
      const bool is_first = name.starts_with("first");
      const std::string maxima =
          (is_first ? "first_moment_maxima." : "second_moment_maxima.") + parameter;
      num_codes += tensor.numel();
      num_others += expect_codes(
          {before.at(name), before.at(maxima), tensor, wanted.at(maxima), found.at(name), is_first},
          gradients.at(parameter));
    }
  }
  std::printf("values differ by %.2g, moments by %.2g, %lld of %lld codes\n", of_values, of_moments,
              static_cast<long long>(num_others), static_cast<long long>(num_codes));
  EXPECT_LT(of_values, 1e-6);
  EXPECT_LT(of_moments, 1e-6);
  EXPECT_LE(num_others, num_codes / 1000);
  EXPECT_EQ(num_codes > 0, GetParam().rule == OptimizerKind::adamw_8bit);
}

// A code that differs once is a moment that differs for some steps.
TEST_P(FusedUpdate, StaysBesideOperatorsOverManySteps) {
  Training plain(GetParam()), fused(GetParam());
  for (std::int64_t t = 1; t <= steps; ++t) {
    plain.set_gradients(static_cast<std::uint64_t>(t));
    fused.set_gradients(static_cast<std::uint64_t>(t));
    plain.optimizer->step(1e-3, scale_of(t));
    const EmulatedKernels kernels;
    fused.optimizer->step(1e-3, scale_of(t));
  }
  std::int64_t size = 0, num_others = 0;
  const auto values = owned_values(plain.parameters), others = owned_values(fused.parameters);
  for (std::size_t i = 0; i < values.size(); ++i) {
    size += values[i].numel();
    const at::Tensor far =
        (values[i] - others[i]).abs().gt(1e-6 * (values[i].abs() + 1e-3 * steps));
    num_others += far.sum().item<std::int64_t>();
    EXPECT_TRUE(values[i].allclose(others[i], 0.0, 1e-3));  // a step
  }
  std::printf("%lld of %lld values are elsewhere\n", static_cast<long long>(num_others),
              static_cast<long long>(size));
  EXPECT_LE(num_others, GetParam().rule == OptimizerKind::adamw ? 0 : size / 200);
}

constexpr Sharding second_of_three{.rank = 1, .num_ranks = 3, .padded_ranks = 3};

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const OptimizerKind rule : {OptimizerKind::adamw, OptimizerKind::adamw_8bit}) {
    all.push_back({"InFp32", rule, at::kFloat});
    all.push_back({"InBf16", rule});
    all.push_back({"InFp16", rule, at::kHalf});
    all.push_back({"Stage1InFp32", rule, at::kFloat, second_of_three});
    all.push_back({"Stage1", rule, at::kBFloat16, second_of_three});
    Sharding sharding = second_of_three;
    sharding.frees_gradients = true;
    all.push_back({"Stage2", rule, at::kBFloat16, sharding});
    sharding.frees_values = true;
    all.push_back({"Stage3", rule, at::kBFloat16, sharding});
    sharding.offloads_optimizer = sharding.offloads_values = true;
    all.push_back({"Offloaded", rule, at::kBFloat16, sharding});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, FusedUpdate, testing::ValuesIn(settings()), [](const auto& of) {
  return std::string(of.param.name) +
         (of.param.rule == OptimizerKind::adamw ? "AdamW" : "AdamW8bit");
});

// Of what ranks share out at stage 1, a rank also sums gradients that others own.
TEST(FusedUpdateOfAShare, ZeroesTheGradientsThatOthersOwn) {
  Training training({"", OptimizerKind::adamw, at::kBFloat16, second_of_three});
  for (const LayerParameters& layer : training.parameters.layers())
    at::Tensor(layer.flat_gradient).fill_(1.0);
  step_by_kernels(training, 1);
  expect_finished(training);
}

// Large gradients are gone after a step on a CPU, and come back elsewhere.
TEST(FusedUpdateOfLargeGradients, FindsThemAgain) {
  constexpr std::int64_t size = 1'100'000;
  const ParameterTable one = {{"layer", {{"large", {size}, Initialization::normal, 1.0, true}}}};
  Parameters plain(one, at::kCPU, at::kBFloat16), fused(one, at::kCPU, at::kBFloat16);
  const auto first = make_optimizer({}, plain), second = make_optimizer({}, fused);
  std::vector<at::Tensor> others;  // so that memory is not found where it was
  for (Parameters* parameters : {&plain, &fused}) parameters->initialize(1);
  for (std::uint64_t t = 1; t <= 3; ++t) {
    for (Parameters* parameters : {&plain, &fused}) {
      parameters->complete_gradients();
      parameters->layers()[0].flat_gradient.copy_(
          at::randn({plain.layers()[0].layout.end}, at::make_generator<at::CPUGeneratorImpl>(t)));
    }
    first->step(1e-3);
    const EmulatedKernels kernels;
    second->step(1e-3);
    EXPECT_TRUE(is_absent(fused.layers()[0].flat_gradient));
    others.push_back(at::ones({size}));
  }
  EXPECT_LT(difference(fused.layers()[0].flat, plain.layers()[0].flat, 1e-3), 2e-6);
}

}  // namespace
}  // namespace trainyard
