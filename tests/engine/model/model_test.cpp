// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"

#include <gtest/gtest.h>

#include "engine/contract/json.h"

namespace trainyard {
namespace {

TEST(ApplyOverrides, ReplacesAndAdds) {
  const Result<Map> merged =
      apply_overrides("gpt2", {{"n_layer", 12}, {"custom", 1}}, {{"n_layer", 4}, {"n_embd", 64}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(*merged, (Map{{"n_layer", 4}, {"custom", 1}, {"n_embd", 64}}));
}

TEST(ApplyOverrides, NamesTheNearestKeyOfAnUnknownOne) {
  const Result<Map> merged = apply_overrides("gpt2", {}, {{"n_layers", 4}});
  ASSERT_FALSE(merged);
  EXPECT_EQ(
      merged.error().message,
      "model.overrides.n_layers is not a configuration key of gpt2 models; did you mean n_layer?");
  EXPECT_EQ(merged.error().exit_code, ExitCode::invalid_input);
}

// kind, folder, overrides, and what follows or the code of the refusal.
struct Laying {
  const char* kind;
  Map folder, overrides, wanted;
  const char* refusal = nullptr;
};

const Map kLinear{{"rope_type", "linear"}, {"factor", 4.0}};
const Map kNew{{"rope_parameters", Map{{"rope_type", "default"}, {"rope_theta", 5e5}}}};

TEST(ApplyOverrides, StandAboveTheFolderInWhicheverSpelling) {
  const Laying cases[] = {
      {"llama",
       kNew,
       {{"rope_scaling", kLinear}},
       {{"rope_theta", 5e5}, {"rope_scaling", kLinear}}},
      {"llama", kNew, {{"rope_parameters", kLinear}}, {{"rope_parameters", kLinear}}},
      {"llama",
       {{"rope_theta", 5e5}, {"rope_scaling", Map{{"type", "dynamic"}, {"factor", 2.0}}}},
       {{"rope_parameters", kLinear}},
       {{"rope_theta", 5e5}, {"rope_parameters", kLinear}}},
      {"qwen3",
       kNew,
       {{"rope_theta", 7.0}},
       {{"rope_parameters", Map{{"rope_type", "default"}, {"rope_theta", 7.0}}}}},
      {"llama", {{"rope_theta", 5e5}}, {{"rope_theta", 7.0}}, {{"rope_theta", 7.0}}},
      {"gemma3",
       {{"rope_parameters", Map{{"full_attention", Map{{"rope_theta", 3.0}}},
                                {"sliding_attention", Map{{"rope_theta", 4.0}}}}}},
       {{"rope_scaling", kLinear}, {"rope_local_base_freq", 9.0}},
       {{"rope_parameters",
         Map{{"full_attention", Map{{"rope_type", "linear"}, {"rope_theta", 3.0}, {"factor", 4.0}}},
             {"sliding_attention", Map{{"rope_theta", 9.0}}}}}}},
      {"gpt2", {{"n_embd", 32}}, {{"hidden_size", 64}}, {{"n_embd", 64}}},
      {"gpt2", {{"hidden_size", 32}}, {{"n_embd", 64}}, {{"n_embd", 64}}},
  };
  for (const Laying& laying : cases) {
    const Result<Map> merged = apply_overrides(laying.kind, laying.folder, laying.overrides);
    ASSERT_TRUE(merged) << merged.error().message;
    EXPECT_EQ(*merged, laying.wanted) << to_json(Value(*merged));
  }
}

TEST(ApplyOverrides, WithoutEffectAreRefused) {
  const Map layers{{"layer_types", List{"full_attention", "sliding_attention"}}};
  const Laying cases[] = {
      {"llama", {}, {{"rope_scaling", kLinear}, {"rope_parameters", kLinear}}, {}, "twice"},
      {"llama", {}, {{"rope_theta", 7.0}, {"rope_parameters", kNew[0].second}}, {}, "twice"},
      {"gpt2", {}, {{"hidden_size", 32}, {"n_embd", 64}}, {}, "twice"},
      {"llama", {}, {{"rope_scaling", Map{{"rope_typ", "linear"}}}}, {}, "part"},
      {"gemma3", {}, {{"rope_parameters", kLinear}}, {}, "part"},
      {"gemma3", layers, {{"sliding_window_pattern", 3}}, {}, "overruled"},
      {"qwen2", layers, {{"use_sliding_window", true}}, {}, "overruled"},
      {"smollm3",
       {{"no_rope_layers", List{1, 0}}},
       {{"no_rope_layer_interval", 3}},
       {},
       "overruled"},
      {"mamba", {{"intermediate_size", 64}}, {{"expand", 3}}, {}, "overruled"},
      {"gemma3", {}, {{"_sliding_window_pattern", 3}}, {}, "near"},
      {"gemma3", {}, {{"hidden_act", "silu"}}, {}, "near"},
  };
  for (const Laying& laying : cases) {
    const Result<Map> merged = apply_overrides(laying.kind, laying.folder, laying.overrides);
    ASSERT_FALSE(merged) << to_json(Value(laying.overrides));
    EXPECT_EQ(merged.error().code, std::string("model.override_") + laying.refusal);
  }
  EXPECT_TRUE(
      apply_overrides("gemma3", layers, {{"sliding_window_pattern", 3}, {"layer_types", Value()}}));
}

TEST(MakeModel, ReadsOneSpellingAndWritesIt) {
  const Map both{{"rope_parameters", Map{{"rope_type", "default"}, {"rope_theta", 5e5}}},
                 {"rope_scaling", kLinear}};
  const auto model = make_model("llama", both);
  ASSERT_TRUE(model);
  EXPECT_EQ(find((*model)->config(), "rope_parameters"), nullptr);
  EXPECT_EQ(*find((*model)->config(), "rope_scaling"), Value(kLinear));
  EXPECT_EQ(make_model("llama", {{"rope_scaling", Map{{"type", "linear"}}}}).error().code,
            "model.config_rope_part");
}

TEST(MakeModel, RefusesKindsThatCannotBeTrained) {
  const auto model = make_model("t5", {});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, "model.kind");
}

}  // namespace
}  // namespace trainyard
