// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/merge.h"

#include <gtest/gtest.h>

#include "engine/checkpoint/adapter.h"
#include "engine/checkpoint/safetensors.h"
#include "engine/checkpoint/weight_files.h"
#include "engine/checkpoint/weights.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

const at::Tensor kA = at::tensor({1.0F, 2.0F, 3.0F}).view({1, 3}),
                 kB = at::tensor({1.0F, -1.0F}).view({2, 1});
const at::Tensor kWeight = at::arange(6, at::kFloat).view({2, 3});

struct Folders {
  TemporaryFolder scratch;
  std::filesystem::path base = scratch / "base", adapter = scratch / "adapter",
                        out = scratch / "out";

  explicit Folders(const Map& more = {}) {
    std::filesystem::create_directory(base);
    std::filesystem::create_directory(adapter);
    scratch.write("base/config.json", R"({"model_type":"x","dtype":"bfloat16"})");
    std::filesystem::create_directory(adapter / kModelConfigFolder);
    scratch.write("adapter/training/config.json", R"({"dtype":"float32","id2label":{"0":"no"}})");
    scratch.write("adapter/tokenizer.json", "{}");
    Map config = {{"peft_type", "LORA"},
                  {"lora_alpha", 2},
                  {"rank_pattern", Map{}},
                  {"base_model_name_or_path", base.string()}};
    for (const auto& entry : more) config.push_back(entry);
    scratch.write("adapter/adapter_config.json", to_json(Value(config)));
  }

  void save_base(const NamedTensors& tensors, std::int64_t max_bytes = 1 << 20) const {
    ASSERT_TRUE(save_weights(base, tensors, max_bytes).ok());
  }
  void save_adapter(const NamedTensors& tensors) const {
    NamedTensors named;
    for (const auto& [name, tensor] : tensors)
      named.emplace_back(std::string(kAdapterPrefix) + name, tensor);
    ASSERT_TRUE(save_tensors(adapter / kAdapterWeights, named).ok());
  }
  Result<void> merge(const std::filesystem::path& other = {}) const {
    return merge_adapter(adapter, other, out, [](double, double) { return true; });
  }
  at::Tensor merged(const std::string& name) const {
    return WeightFolder::open(out).value().load(name).value();
  }
};

const NamedTensors kPair = {{"m.q.lora_A.weight", kA}, {"m.q.lora_B.weight", kB}};

TEST(Merge, AddsTheProductWhereItBelongsFileByFile) {
  const Folders folders;
  folders.save_base({{"m.other", kWeight}, {"m.q.weight", kWeight}, {"m.z", kWeight}}, 24);
  folders.save_adapter(kPair);
  const auto done = folders.merge();
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_TRUE(folders.merged("m.q.weight").equal(kWeight + 2.0 * at::mm(kB, kA)));
  EXPECT_TRUE(folders.merged("m.other").equal(kWeight));
  EXPECT_EQ(WeightFolder::open(folders.out).value().files().size(), 3u);
  EXPECT_EQ(folders.scratch.read("out/config.json"), folders.scratch.read("base/config.json"));
  EXPECT_EQ(folders.scratch.read("out/tokenizer.json"), "{}");
  EXPECT_EQ(folders.scratch.read("out/model.safetensors.index.json"),
            folders.scratch.read("base/model.safetensors.index.json"));
}

TEST(Merge, KeepsAnIndexOfOneFile) {
  const Folders folders;
  const at::Tensor weight = kWeight.contiguous();
  ASSERT_TRUE(write_safetensors(folders.base / "one.safetensors",
                                {{"weight", "F32", {2, 3}, weight.const_data_ptr()},
                                 {"q.weight", "F32", {2, 3}, weight.const_data_ptr()}},
                                {})
                  .ok());
  folders.scratch.write(
      "base/model.safetensors.index.json",
      R"({"weight_map":{"weight":"one.safetensors","q.weight":"one.safetensors"}})");
  folders.save_adapter(kPair);
  ASSERT_TRUE(folders.merge().ok());
  EXPECT_TRUE(folders.merged("weight").equal(kWeight));
  EXPECT_TRUE(folders.merged("q.weight").equal(kWeight + 2.0 * at::mm(kB, kA)));
}

TEST(Merge, TurnsTheProductOfConv1D) {
  const Folders folders({{"fan_in_fan_out", true}, {"use_rslora", true}});
  folders.save_base(
      {{"q.weight", kWeight.t().contiguous()}});  // without the first part of its name
  folders.save_adapter(kPair);
  ASSERT_TRUE(folders.merge().ok());
  EXPECT_TRUE(folders.merged("q.weight").equal((kWeight + 2.0 * at::mm(kB, kA)).t()));
}

TEST(Merge, RoundsOnceToTheBasesFormat) {
  const Folders folders;
  const at::Tensor half = kWeight.to(at::kBFloat16);
  ASSERT_TRUE(write_safetensors(folders.base / "model.safetensors",
                                {{"m.q.weight", "BF16", {2, 3}, half.const_data_ptr()}},
                                {{"format", "pt"}})
                  .ok());
  const at::Tensor b = kB * 0.3F;
  folders.save_adapter({{"m.q.lora_A.weight", kA}, {"m.q.lora_B.weight", b}});
  ASSERT_TRUE(folders.merge().ok());
  EXPECT_TRUE(folders.merged("m.q.weight")
                  .equal((half.to(at::kFloat) + at::mm(b, kA) * 2.0).to(at::kBFloat16)));
}

TEST(Merge, TakesModulesThatWereTrainedWhole) {
  const Folders folders;
  folders.save_base({{"m.q.weight", kWeight}, {"m.pooler.bias", kB}});
  NamedTensors tensors = kPair;
  tensors.emplace_back("m.pooler.bias", kB + 1);
  tensors.emplace_back("classifier.weight", kA);
  folders.save_adapter(tensors);
  ASSERT_TRUE(folders.merge().ok());
  EXPECT_TRUE(folders.merged("m.pooler.bias").equal(kB + 1));
  EXPECT_TRUE(folders.merged("classifier.weight").equal(kA));
  EXPECT_EQ(folders.scratch.read("out/config.json"), R"({"id2label":{"0":"no"},"dtype":"bfloat16"})"
                                                     "\n");
}

void expect_refused(const Folders& folders, const char* code,
                    const std::filesystem::path& other = {}) {
  const auto done = folders.merge(other);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, code) << done.error().message;
  EXPECT_EQ(done.error().exit_code, ExitCode::checkpoint);
  for (const auto& entry : std::filesystem::directory_iterator(folders.scratch.path()))
    EXPECT_FALSE(entry.path().filename().string().starts_with("out")) << entry.path();
}

TEST(Merge, RefusesWhatDoesNotFit) {
  const NamedTensors base = {{"m.q.weight", kWeight}};
  const auto with = [&](const NamedTensors& weights, const NamedTensors& adapter, const Map& more,
                        const char* code) {
    const Folders folders(more);
    folders.save_base(weights);
    folders.save_adapter(adapter);
    expect_refused(folders, code);
  };
  with({{"m.k.weight", kWeight}}, kPair, {}, "adapter.no_weight");
  with({{"m.q.weight", kWeight.t().contiguous()}}, kPair, {}, "adapter.other_shape");
  with(base, {kPair[0]}, {}, "adapter.half");
  with(base, {kPair[0], {"m.q.lora_B.weight", at::ones({2, 2})}}, {}, "adapter.half");
  with(base, kPair, {{"use_dora", true}}, "adapter.not_merged");
  with(base, kPair, {{"alpha_pattern", Map{{"q", 4}}}}, "adapter.not_merged");
  with({{"m.q.weight", kWeight.to(at::kLong)}}, kPair, {}, "checkpoint.number_format");
  const Folders absent;
  absent.save_adapter(kPair);
  expect_refused(absent, "adapter.no_base", absent.scratch / "absent");
  absent.scratch.write("adapter/adapter_config.json", R"({"peft_type":"LORA","lora_alpha":"2"})");
  expect_refused(absent, "adapter.unreadable");
}

TEST(Merge, StopsWhenAskedTo) {
  const Folders folders;
  folders.save_base({{"m.q.weight", kWeight}});
  folders.save_adapter(kPair);
  const auto done =
      merge_adapter(folders.adapter, {}, folders.out, [](double, double) { return false; });
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().exit_code, ExitCode::stopped_early);
  EXPECT_FALSE(std::filesystem::exists(folders.out));
}

}  // namespace
}  // namespace trainyard
