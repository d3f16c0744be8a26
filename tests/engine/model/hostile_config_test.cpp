// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include <gtest/gtest.h>

#include "engine/model/architecture.h"

namespace trainyard {
namespace {

std::vector<Value> hostile_values() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return {Value(),
          false,
          std::int64_t{-1},
          std::int64_t{0},
          std::int64_t{1},
          std::int64_t{7},
          std::int64_t{1} << 25,
          std::int64_t{1} << 40,
          most,
          -most,
          0.5,
          -1e300,
          std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::quiet_NaN(),
          "",
          "other",
          List{},
          List{Value(), "sliding_attention", most},
          Map{},
          Map{{"rope_type", "llama3"}, {"factor", 0}},
          Map{{"rope_type", "linear"}, {"rope_theta", "x"}}};
}

// A folder's config.json is somebody else's: whatever stands there is a model or one sentence with
// exit code 2, at once and without a table of the size that it names.
TEST(HostileConfig, IsAModelOrAnError) {
  int refused = 0, made = 0;
  for (const Architecture& architecture : architectures())
    for (const std::string& key : architecture.config_keys)
      for (const Value& value : hostile_values())
        for (const HeadKind head :
             {HeadKind::language_modeling, HeadKind::sequence_classification}) {
          const auto model = architecture.make({{key, value}}, head);
          ++(model ? made : refused);
          if (model) continue;
          EXPECT_EQ(model.error().exit_code, ExitCode::invalid_input) << key;
          EXPECT_FALSE(model.error().message.empty()) << key;
        }
  EXPECT_GT(refused, 500);
  EXPECT_GT(made, 500);
}

// Each number by itself is one that a model could have; together they overflow 64 bits.
TEST(HostileConfig, MoreParametersThanACountHolds) {
  for (const char* kind : {"llama", "bert"}) {
    const Map config = {{"vocab_size", (1 << 26) - 1},
                        {"hidden_size", 1 << 25},
                        {"intermediate_size", (1 << 26) - 1},
                        {"num_attention_heads", 1 << 10},
                        {"num_key_value_heads", 1 << 10},
                        {"num_hidden_layers", 9999},
                        {"max_position_embeddings", (1 << 26) - 1}};
    const auto model = make_model(kind, config);
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().code, "model.too_large") << model.error().message;
  }
}

}  // namespace
}  // namespace trainyard
