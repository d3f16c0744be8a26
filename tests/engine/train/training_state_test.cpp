// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/contract/json.h"

namespace trainyard {
namespace {

TEST(TrainingState, ComesBackBitByBitThroughItsFile) {
  TrainingState state;
  state.step = 7;
  state.position = {{"epoch", 1}, {"example", 24}};
  state.epochs = 1.0 / 3;
  state.tokens = 1 << 20;
  state.loss_total = 1.0 / 3;
  state.window_loss = 0.1 + 0.2;
  state.window_steps = 2;
  state.evaluated_step = 5;
  state.best_metric = 2.0;
  state.best_step = 5;
  state.evaluations_without_improvement = 1;
  state.stopped_early = true;
  const auto json = parse_json(to_json(Value(to_map(state))));
  ASSERT_TRUE(json.ok());
  const auto back = training_state_from(*json->get_if<Map>(), "state.json");
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, state);
}

TEST(TrainingState, WhatIsNotANumberIsNeverTheBest) {
  TrainingState state;
  for (const double value : {std::nan(""), HUGE_VAL}) {
    state.step = 5;
    EXPECT_FALSE(update_best(state, value, false));
    EXPECT_FALSE(state.best_metric);
  }
  EXPECT_EQ(state.evaluations_without_improvement, 2);
  state.step = 10;
  EXPECT_TRUE(update_best(state, 3.0, false));
  EXPECT_EQ(state.best_metric, 3.0);
  EXPECT_EQ(state.best_step, 10);
  EXPECT_EQ(state.evaluated_step, 10);
  EXPECT_EQ(state.evaluations_without_improvement, 0);
  state.step = 15;
  EXPECT_FALSE(update_best(state, 3.0, false));
  EXPECT_TRUE(update_best(state, 3.5, true));
  EXPECT_EQ(state.best_step, 15);
}

TEST(TrainingState, ABestThatIsNoNumberIsForgotten) {
  TrainingState state;
  state.position = {{"epoch", 0}};
  state.best_metric = std::nan("");
  const auto back = training_state_from(to_map(state), "state.json");
  ASSERT_TRUE(back.ok());
  EXPECT_FALSE(back->best_metric);
}

TEST(TrainingState, RefusesAFileWithoutPosition) {
  const Map map = to_map(TrainingState());  // of no source
  const auto refused = training_state_from(map, "state.json");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().exit_code, ExitCode::checkpoint);
}

}  // namespace
}  // namespace trainyard
