// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/model.h"

#include <gtest/gtest.h>

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

TEST(MakeModel, RefusesKindsThatCannotBeTrained) {
  const auto model = make_model("t5", {});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, "model.kind");
}

}  // namespace
}  // namespace trainyard
