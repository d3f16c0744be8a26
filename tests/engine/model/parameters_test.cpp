// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/parameters.h"

#include <gtest/gtest.h>

#include "engine/model/lazy_zeros.h"

namespace trainyard {
namespace {

const ParameterSpec kWeight{"a.weight", {40, 50}, Initialization::normal, 0.02, true};
const ParameterSpec kOther{"b.weight", {50, 40}, Initialization::normal, 0.02, true};
const ParameterSpec kScale{"a.scale", {7}, Initialization::ones, 0.0, false};
const ParameterSpec kBias{"a.bias", {5}, Initialization::zeros, 0.0, false};

TEST(Parameters, ViewTheFlatBufferInTheTablesOrder) {
  Parameters parameters({{"layer", {kWeight, kScale, kBias}}}, at::kCPU);
  parameters.initialize(1);
  const LayerParameters& layer = parameters.layers()[0];
  EXPECT_EQ(layer.layout.begins, (std::vector<std::int64_t>{0, 2016, 2048}));
  ASSERT_EQ(layer.flat.numel(), 2080);
  EXPECT_EQ(layer.parameters[1].value.const_data_ptr(), layer.flat.const_data_ptr<float>() + 2016);
  EXPECT_TRUE(
      layer.flat.narrow(0, 0, 2000).equal(layer.parameters[0].value.detach().reshape({-1})));
  EXPECT_TRUE(layer.parameters[1].value.detach().equal(at::ones({7})));
  EXPECT_TRUE(layer.parameters[2].value.detach().equal(at::zeros({5})));
  layer.flat.fill_(3.0);
  EXPECT_TRUE(layer.parameters[0].value.detach().equal(at::full({40, 50}, 3.0)));
}

ParameterSpec shared(ParameterSpec spec) {
  spec.is_sharded = true;
  return spec;
}

TEST(LayerLayout, PutsWhatIsSharedOutFirstAndCutsItIntoEqualPartsOfBlocks) {
  const LayerSpec layer{"layer", {kScale, shared(kWeight), kBias, shared(kOther)}};
  const LayerLayout one = layout_of(layer);
  EXPECT_EQ(one.order, (std::vector<std::size_t>{1, 3, 0, 2}));
  EXPECT_EQ(one.begins, (std::vector<std::int64_t>{4096, 0, 4128, 2048}));
  EXPECT_EQ(one.sharded_end, 4096);
  EXPECT_EQ(one.end, 4160);
  const LayerLayout three = layout_of(layer, 3);
  EXPECT_EQ(three.sharded_end, 4608);  // 3 x 6 x 256
  EXPECT_EQ(three.begins, (std::vector<std::int64_t>{4608, 0, 4640, 2048}));
}

// All ranks together own each element of what is shared out once, and each has the rest.
TEST(Parameters, OfSeveralRanksAreOwnedOnce) {
  const ParameterTable table = {{"layer", {kScale, shared(kWeight), kBias, shared(kOther)}}};
  Parameters whole(table, at::kCPU);
  whole.initialize(1);
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    std::vector<at::Tensor> parts;
    for (std::int64_t rank = 0; rank < 3; ++rank) {
      Parameters own(table, at::kCPU, type, at::kFloat, {rank, 3});
      own.initialize(1);
      const LayerParameters& layer = own.layers()[0];
      ASSERT_EQ(layer.owned.size(), 2u);
      EXPECT_EQ(layer.owned[0].begin, rank * 1536);
      parts.push_back(layer.owned[0].value.clone());
      EXPECT_EQ(layer.owned[1].begin, 4608);
      EXPECT_TRUE(layer.owned[1].value.narrow(0, 0, 7).equal(at::ones({7})));
      EXPECT_EQ(layer.flat.numel(), type == at::kFloat ? 4672 : 64);
      // What the model reads is whole, in the type that products have.
      for (const char* name : {"a.weight", "b.weight"})
        EXPECT_TRUE(own.find(name).detach().equal(whole.find(name).detach().to(type))) << name;
      own.find("b.weight").mutable_grad().fill_(2.0);
      EXPECT_TRUE(layer.flat_gradient.narrow(0, 2048, 2000).eq(2.0).all().item<bool>());
    }
    const at::Tensor together = at::cat(parts);
    EXPECT_TRUE(together.narrow(0, 0, 2000).equal(whole.find("a.weight").detach().reshape({-1})));
    EXPECT_TRUE(
        together.narrow(0, 2048, 2000).equal(whole.find("b.weight").detach().reshape({-1})));
  }
}

// At stage 3 a layer is put together from the ranks' parts when it is read, frozen ones too.
TEST(Parameters, WhoseValuesAreFreedArePutTogetherFromTheRanksParts) {
  ParameterSpec frozen = shared({"c.weight", {30, 40}, Initialization::normal, 0.02, true});
  frozen.trainable = false;
  const ParameterTable table = {{"layer", {kScale, shared(kWeight), frozen, shared(kOther)}}};
  Parameters whole(table, at::kCPU);
  whole.initialize(1);
  for (const bool are_offloaded : {false, true}) {
    std::vector<Parameters> ranks;
    for (std::int64_t rank = 0; rank < 3; ++rank) {
      ranks.emplace_back(table, at::kCPU, at::kFloat, at::kFloat,
                         Sharding{.rank = rank,
                                  .num_ranks = 3,
                                  .frees_gradients = true,
                                  .frees_values = true,
                                  .offloads_optimizer = are_offloaded,
                                  .offloads_values = are_offloaded});
      ranks.back().initialize(1);
      EXPECT_TRUE(is_absent(ranks.back().find("a.weight")));
      EXPECT_TRUE(is_absent(ranks.back().find("c.weight")));
      EXPECT_TRUE(ranks.back().find("a.scale").equal(at::ones({7})));
    }
    const LayerParameters& first = ranks.front().layers()[0];
    for (std::size_t i = 0; i < first.gathered_values().size(); ++i) {
      std::vector<at::Tensor> parts;
      for (const Parameters& rank : ranks)
        parts.push_back(rank.layers()[0].gathered_values()[i].own);
      const at::Tensor gathered = first.gathered_values()[i].whole;
      make_present(gathered);
      gathered.copy_(at::cat(parts));
    }
    for (const char* name : {"a.weight", "b.weight", "c.weight"})
      EXPECT_TRUE(ranks.front().find(name).detach().equal(whole.find(name).detach())) << name;
  }
}

TEST(Parameters, GradientsAccumulateInTheFlatBuffer) {
  Parameters parameters({{"layer", {kWeight, kScale}}}, at::kCPU);
  for (int repetition = 0; repetition < 2; ++repetition)
    (parameters.find("a.scale") * 2.0).sum().backward();
  EXPECT_TRUE(parameters.layers()[0].flat_gradient.narrow(0, 2016, 7).equal(at::full({7}, 4.0)));
  parameters.zero_gradients();
  EXPECT_EQ(parameters.find("a.scale").grad().abs().sum().item<float>(), 0.0F);
}

TEST(Parameters, CopiesFollowTheValuesWhenTold) {
  Parameters parameters({{"layer", {kWeight, kScale}}}, at::kCPU, at::kBFloat16);
  parameters.initialize(1);
  const Parameter& weight = parameters.layers()[0].parameters[0];
  EXPECT_EQ(weight.compute.scalar_type(), at::kBFloat16);
  EXPECT_TRUE(weight.compute.equal(weight.value.detach().to(at::kBFloat16)));
  weight.value.detach().fill_(1.5);
  EXPECT_FALSE(weight.compute.equal(weight.value.detach().to(at::kBFloat16)));
  parameters.update_copies();
  EXPECT_TRUE(weight.compute.equal(weight.value.detach().to(at::kBFloat16)));
}

TEST(Parameters, InFp32NothingIsCopied) {
  const Parameters parameters({{"layer", {kWeight}}}, at::kCPU);
  const Parameter& weight = parameters.layers()[0].parameters[0];
  EXPECT_TRUE(weight.compute.is_same(weight.value));
}

TEST(Parameters, RandomWeightsDependOnSeedAndNameAlone) {
  Parameters first({{"x", {kWeight, kOther}}}, at::kCPU),
      second({{"y", {kOther}}, {"z", {kBias, kWeight}}}, at::kCPU);
  first.initialize(5);
  second.initialize(5);
  EXPECT_TRUE(first.find("a.weight").equal(second.find("a.weight")));
  EXPECT_FALSE(first.find("a.weight").reshape({-1}).equal(first.find("b.weight").reshape({-1})));
  second.initialize(6);
  EXPECT_FALSE(first.find("a.weight").equal(second.find("a.weight")));
}

TEST(Parameters, NormalWeightsHaveTheirMomentsAndTails) {
  const ParameterSpec large{"large", {1000, 1000}, Initialization::normal, 0.5, true};
  Parameters parameters({{"layer", {large}}}, at::kCPU);
  parameters.initialize(42);
  const at::Tensor z = parameters.layers()[0].flat / 0.5;
  EXPECT_NEAR(z.mean().item<double>(), 0.0, 0.005);
  EXPECT_NEAR(z.pow(2).mean().item<double>(), 1.0, 0.01);
  EXPECT_NEAR(z.pow(4).mean().item<double>(), 3.0, 0.06);
  EXPECT_NEAR(z.abs().gt(1.96).to(at::kDouble).mean().item<double>(), 0.05, 0.002);
  // Neighbours are independent.
  EXPECT_NEAR((z.slice(0, 1) * z.slice(0, 0, -1)).mean().item<double>(), 0.0, 0.005);
}

TEST(Parameters, UniformWeightsFillTheirRange) {
  const ParameterSpec large{"large", {1000, 1000}, Initialization::uniform, 0.5, true};
  Parameters parameters({{"layer", {large}}}, at::kCPU);
  parameters.initialize(42);
  const at::Tensor z = parameters.layers()[0].flat / 0.5;
  EXPECT_NEAR(z.mean().item<double>(), 0.0, 0.003);
  EXPECT_NEAR(z.pow(2).mean().item<double>(), 1.0 / 3.0, 0.002);
  EXPECT_NEAR(z.max().item<double>(), 1.0, 1e-4);
  EXPECT_NEAR(z.min().item<double>(), -1.0, 1e-4);
}

ParameterSpec frozen(ParameterSpec spec) {
  spec.trainable = false;
  return spec;
}

TEST(Parameters, WhatIsNotTrainedHasNoGradientAndNoPlaceInTheFlatBuffer) {
  for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
    Parameters parameters(
        {{"none", {frozen(kWeight)}}, {"some", {frozen(kOther), kScale, frozen(kBias)}}}, at::kCPU,
        type);
    EXPECT_EQ(parameters.layers()[0].flat.numel(), 0);
    EXPECT_EQ(parameters.layers()[1].layout.order, (std::vector<std::size_t>{1}));
    EXPECT_EQ(parameters.layers()[1].layout.end, 32);
    parameters.initialize(1, [](const ParameterSpec& spec) { return spec.name != "a.bias"; });
    parameters.find("a.bias").fill_(1.001);
    parameters.update_copies();
    const std::vector<Parameter>& some = parameters.layers()[1].parameters;
    EXPECT_FALSE(some[0].value.requires_grad() || some[0].value.grad().defined());
    EXPECT_TRUE(some[0].value.is_same(some[0].compute));
    EXPECT_EQ(some[0].value.scalar_type(), type);
    EXPECT_TRUE(some[1].value.requires_grad());
    EXPECT_EQ(some[2].value.scalar_type(), at::kFloat);
    EXPECT_TRUE(some[2].compute.equal(at::full({5}, 1.001).to(type)));
    Parameters trained({{"layer", {kOther}}}, at::kCPU, type);
    trained.initialize(1);
    EXPECT_TRUE(some[0].compute.equal(trained.layers()[0].parameters[0].compute.detach()));
    parameters.zero_gradients();
  }
}

TEST(Parameters, UnknownNamesAreUndefined) {
  const Parameters parameters({{"layer", {kBias}}}, at::kCPU);
  EXPECT_FALSE(parameters.find("a.biass").defined());
  EXPECT_TRUE(parameters.find("a.bias").defined());
}

TEST(NumElements, CountsSpecsLayersAndTables) {
  EXPECT_EQ(num_elements(kWeight), 2000);
  EXPECT_EQ(num_elements(ParameterTable{{"x", {kWeight}}, {"y", {kBias, kScale}}}), 2012);
}

}  // namespace
}  // namespace trainyard
