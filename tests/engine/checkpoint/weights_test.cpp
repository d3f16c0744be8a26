// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/weights.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "engine/checkpoint/finite_weights.h"
#include "engine/checkpoint/safetensors.h"
#include "engine/checkpoint/weight_files.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const ParameterTable table = {{"embedding", {{"transformer.wte.weight", {4, 2}}}},
                              {"final", {{"transformer.ln_f.bias", {2}}}}};

Parameters random_parameters() {
  Parameters parameters(table, at::kCPU);
  for (LayerParameters& layer : parameters.layers())
    for (const Parameter& parameter : layer.parameters)
      parameter.value.detach().copy_(at::randn(parameter.value.sizes()));
  return parameters;
}

const WeightNames kNames{"transformer.", {".attn.bias"}, {{".bias", ".beta"}}};

bool same(const Parameters& a, const Parameters& b) {
  for (std::size_t i = 0; i < a.layers().size(); ++i)
    if (!a.layers()[i].flat.equal(b.layers()[i].flat)) return false;
  return true;
}

TEST(Weights, ComeBackBitByBit) {
  const TemporaryFolder scratch;
  const Parameters written = random_parameters();
  ASSERT_TRUE(save_tensors(scratch / "model.safetensors", named_weights(written)).ok());
  Parameters read(table, at::kCPU);
  const auto loaded = load_weights(scratch.path(), read, kNames);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(loaded->unused.empty() && loaded->missing.empty());
  EXPECT_TRUE(same(written, read));
}

TEST(Weights, AreReadFromShardsWithoutPrefixAndFromBf16) {
  const TemporaryFolder scratch;
  const Parameters written = random_parameters();
  const at::Tensor bias = written.find("transformer.ln_f.bias").detach().to(at::kBFloat16);
  const at::Tensor wte = written.find("transformer.wte.weight").detach();
  ASSERT_TRUE(write_safetensors(scratch / "one.safetensors",
                                {{"wte.weight", "F32", {4, 2}, wte.const_data_ptr()}}, {})
                  .ok());
  ASSERT_TRUE(write_safetensors(scratch / "two.safetensors",
                                {{"ln_f.bias", "BF16", {2}, bias.const_data_ptr()}}, {})
                  .ok());
  std::ofstream(scratch / "model.safetensors.index.json")
      << R"({"weight_map":{"wte.weight":"one.safetensors","ln_f.bias":"two.safetensors"}})";
  Parameters read(table, at::kCPU);
  const auto loaded = load_weights(scratch.path(), read, kNames);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(read.find("transformer.wte.weight").equal(wte));
  EXPECT_TRUE(read.find("transformer.ln_f.bias").equal(bias.to(at::kFloat)));
}

TEST(Weights, OfAnotherModelAreRefused) {
  const TemporaryFolder scratch;
  ASSERT_TRUE(save_tensors(scratch / "model.safetensors", named_weights(random_parameters())).ok());
  Parameters wider({{"embedding", {{"transformer.wte.weight", {5, 2}}}}}, at::kCPU);
  const auto shape = load_weights(scratch.path(), wider, kNames);
  ASSERT_FALSE(shape.ok());
  EXPECT_NE(shape.error().message.find("(4, 2) instead of (5, 2)"), std::string::npos);
  EXPECT_EQ(shape.error().exit_code, ExitCode::checkpoint);
  Parameters deeper({{"embedding", {{"transformer.h.0.bias", {2}}}}}, at::kCPU);
  EXPECT_FALSE(load_weights(scratch.path(), deeper, kNames).ok());
  Parameters smaller({{"embedding", {{"transformer.wte.weight", {4, 2}}}}}, at::kCPU);
  EXPECT_EQ(load_weights(scratch.path(), smaller, kNames)->unused,
            (std::vector<std::string>{"transformer.ln_f.bias"}));
  EXPECT_FALSE(load_weights(scratch / "absent", smaller, kNames).ok());
}

// What an incomplete or foreign download has in the place of the weights.
TEST(Weights, ThatAreNotFiniteAreNamed) {
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
        -std::numeric_limits<float>::infinity()}) {
    const TemporaryFolder scratch;
    Parameters written = random_parameters();
    written.find("transformer.wte.weight").detach()[3][1] = value;
    ASSERT_TRUE(save_tensors(scratch / "model.safetensors", named_weights(written)).ok());
    Parameters read(table, at::kCPU);
    const auto loaded = load_weights(scratch.path(), read, kNames);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().code, "checkpoint.not_finite");
    EXPECT_NE(loaded.error().message.find("transformer.wte.weight"), std::string::npos);
    EXPECT_FALSE(check_finite_weights(scratch.path(), [] { return true; }).ok());
    EXPECT_TRUE(check_finite_weights(scratch.path(), [] { return false; }).ok())
        << "nothing of it was read";
  }
}

TEST(Weights, ThatWereNotDownloadedAreNamed) {
  const auto refusal = [](const auto& fill) {
    const TemporaryFolder scratch;
    fill(scratch);
    Parameters parameters(table, at::kCPU);
    const auto loaded = load_weights(scratch.path(), parameters, kNames);
    return loaded ? "loaded" : loaded.error().code;
  };
  constexpr const char* kPointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 134\n";
  for (const char* name : {"model.safetensors", "pytorch_model.bin"}) {
    EXPECT_EQ(refusal([&](const TemporaryFolder& scratch) { scratch.write(name, kPointer); }),
              "download.lfs_pointer");
    EXPECT_EQ(refusal([&](const TemporaryFolder& scratch) {
                std::filesystem::create_symlink("../../blobs/4d7a", scratch / name);
              }),
              "download.broken_link");
  }
  constexpr const char* kIndex = R"({"weight_map":{"wte.weight":"one.safetensors"}})";
  EXPECT_EQ(refusal([&](const TemporaryFolder& scratch) {
              scratch.write("model.safetensors.index.json", kIndex);
            }),
            "model.no_shard");
  EXPECT_EQ(refusal([&](const TemporaryFolder& scratch) {
              scratch.write("model.safetensors.index.json", kIndex);
              scratch.write("one.safetensors", kPointer);
            }),
            "download.lfs_pointer");
}

TEST(Weights, WhoseNamesHaveAPrefixSayWhereItIsFrom) {
  for (const auto& [prefix, words] : {std::pair("base_model.model.", "peft"),
                                      {"module.", "DataParallel"},
                                      {"_orig_mod.", "torch.compile"}}) {
    const TemporaryFolder scratch;
    const at::Tensor wte = at::ones({4, 2});
    ASSERT_TRUE(
        write_safetensors(
            scratch / "model.safetensors",
            {{std::string(prefix) + "transformer.wte.weight", "F32", {4, 2}, wte.const_data_ptr()}},
            {})
            .ok());
    Parameters parameters(table, at::kCPU);
    const auto loaded = load_weights(scratch.path(), parameters, kNames);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().code, "checkpoint.prefix");
    EXPECT_NE(loaded.error().message.find(words), std::string::npos) << loaded.error().message;
  }
}

TEST(Weights, OfANewHeadMayBeMissingAndStayAsTheyWere) {
  const TemporaryFolder scratch;
  ASSERT_TRUE(save_tensors(scratch / "model.safetensors", named_weights(random_parameters())).ok());
  ParameterTable with_head = table;
  with_head.push_back({"head", {{"score.weight", {3, 2}}}});
  Parameters strict(with_head, at::kCPU);
  EXPECT_FALSE(load_weights(scratch.path(), strict, kNames).ok());
  with_head.back().parameters[0].is_of_task = true;
  Parameters read(with_head, at::kCPU);
  at::Tensor(read.find("score.weight").detach()).fill_(7.0);
  const auto loaded = load_weights(scratch.path(), read, kNames);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->missing, (std::vector<std::string>{"score.weight"}));
  EXPECT_TRUE(read.find("score.weight").detach().equal(at::full({3, 2}, 7.0)));
}

TEST(Weights, AreReadUnderOlderNames) {
  const TemporaryFolder scratch;
  const Parameters written = random_parameters();
  NamedTensors tensors = named_weights(written);
  for (auto& [name, tensor] : tensors)
    if (name == "transformer.ln_f.bias") name = "ln_f.beta";
  ASSERT_TRUE(save_tensors(scratch / "model.safetensors", tensors).ok());
  Parameters read(table, at::kCPU);
  const auto loaded = load_weights(scratch.path(), read, kNames);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(loaded->unused.empty() && loaded->missing.empty());
  EXPECT_TRUE(same(written, read));
}

TEST(Weights, BuffersOfOlderVersionsAreNoSurplus) {
  const TemporaryFolder scratch;
  NamedTensors tensors = named_weights(random_parameters());
  tensors.emplace_back("h.0.attn.bias", at::ones({1, 1, 2, 2}));
  ASSERT_TRUE(save_tensors(scratch / "model.safetensors", tensors).ok());
  Parameters read(table, at::kCPU);
  const auto loaded = load_weights(scratch.path(), read, kNames);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(loaded->unused.empty() && loaded->missing.empty());
}

TEST(Weights, AreTheSameFilesFromAnyNumberOfRanks) {
  const auto content = [](const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  NamedTensors tensors;
  for (int i = 0; i < 7; ++i) tensors.emplace_back("w" + std::to_string(i), at::randn({10, i + 1}));
  const TemporaryFolder of_one;
  ASSERT_TRUE(save_weights(of_one.path(), tensors, 500).ok());
  for (const std::int64_t num_ranks : {2, 3, 8}) {
    const TemporaryFolder of_ranks;
    for (std::int64_t rank = 0; rank < num_ranks; ++rank) {
      NamedTensors listed;
      for (const auto& [name, tensor] : tensors) listed.emplace_back(name, tensor.to(at::kMeta));
      const auto files = weight_files(listed, 500);
      ASSERT_EQ(files.size(), 3u);
      std::size_t place = 0;
      for (std::size_t file = 0; file < files.size(); ++file)
        for (std::size_t i = 0; i < files[file].tensors.size(); ++i, ++place)
          if (rank_of_file(file, files.size(), num_ranks) == rank) listed[place] = tensors[place];
      ASSERT_TRUE(save_weight_files(of_ranks.path(), weight_files(listed, 500)).ok());
      if (rank == 0) {
        ASSERT_TRUE(save_weight_index(of_ranks.path(), weight_files(listed, 500)).ok());
      }
    }
    std::size_t num_files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(of_one.path())) {
      ++num_files;
      EXPECT_EQ(content(entry), content(of_ranks / entry.path().filename().string()));
    }
    EXPECT_EQ(num_files, 4u);
  }
}

TEST(Weights, OfRanksThatShareThemOutAreReadInRanges) {
  const ParameterTable of_matrices = {{"layer",
                                       {{.name = "a", .shape = {64, 20}, .is_sharded = true},
                                        {.name = "b", .shape = {30, 30}, .is_sharded = true},
                                        {.name = "bias", .shape = {7}}}}};
  Parameters written(of_matrices, at::kCPU);
  for (const Parameter& parameter : written.layers()[0].parameters)
    parameter.value.detach().copy_(at::randn(parameter.value.sizes()));
  const TemporaryFolder scratch;
  ASSERT_TRUE(save_tensors(scratch / "model.safetensors", named_weights(written)).ok());
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    Parameters read(of_matrices, at::kCPU, at::kBFloat16, at::kFloat, {rank, 4});
    const auto loaded = load_weights(scratch.path(), read, kNames);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    const LayerParameters& layer = read.layers()[0];
    for (std::size_t i = 0; i < layer.parameters.size(); ++i) {
      const OwnedPiece own = owned_piece(layer, of_matrices[0].parameters[i], i);
      if (own.count == 0) continue;
      EXPECT_TRUE(layer.owned[own.part]
                      .value.narrow(0, own.place, own.count)
                      .equal(written.layers()[0].parameters[i].value.detach().view({-1}).narrow(
                          0, own.begin, own.count)));
    }
  }
}

}  // namespace
}  // namespace trainyard
