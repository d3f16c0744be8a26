// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/settings.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/contract/experiment/reader.h"

namespace trainyard {
namespace {

const Value* setting_at(const std::vector<ExperimentSetting>& settings, const std::string& path) {
  const auto found =
      std::find_if(settings.begin(), settings.end(),
                   [&](const ExperimentSetting& setting) { return setting.path == path; });
  return found == settings.end() ? nullptr : &found->value;
}

TEST(Settings, HaveWhatAppliesWithItsDefaults) {
  const Document document = read_experiment(
      "format: 1\nname: a\nmodel: {overrides: {n_layer: 3, rope: {base: 1.5}}}\n"
      "optimizer: {kind: sgd}\ndata: {train: [a.txt]}\n",
      "e");
  const std::vector<ExperimentSetting> settings = settings_of(document.experiment);
  const auto expect = [&](const char* path, const Value& value) {
    const Value* found = setting_at(settings, path);
    ASSERT_TRUE(found) << path;
    EXPECT_EQ(*found, value) << path;
  };
  expect("workload", "engine");
  expect("seed", 42);
  expect("optimizer.kind", "sgd");
  expect("model.overrides.n_layer", 3);
  expect("model.overrides.rope.base", 1.5);
  expect("data.train", List{"a.txt"});
  // What is empty or does not apply is not there: no notes, no beta of AdamW, no command.
  for (const char* path : {"notes", "tags", "model.overrides", "optimizer.beta1",
                           "command.launcher", "command.program", "script.file"})
    EXPECT_FALSE(setting_at(settings, path)) << path;
  for (const ExperimentSetting& setting : settings)
    EXPECT_FALSE(setting.value.is_null()) << setting.path;
}

TEST(Settings, OfACommandAreNotThoseOfTheTrainer) {
  const Document document =
      read_experiment("format: 1\nname: a\nworkload: command\ncommand: {program: train.py}\n", "e");
  const std::vector<ExperimentSetting> settings = settings_of(document.experiment);
  ASSERT_TRUE(setting_at(settings, "command.program"));
  EXPECT_EQ(*setting_at(settings, "command.program"), Value("train.py"));
  EXPECT_FALSE(setting_at(settings, "optimizer.learning_rate"));
}

TEST(Conditions, HoldForTheValuesTheyName) {
  const Experiment experiment;
  EXPECT_TRUE(condition_holds("", experiment));
  EXPECT_TRUE(condition_holds("workload=engine", experiment));
  EXPECT_FALSE(condition_holds("workload=command", experiment));
  EXPECT_TRUE(condition_holds("workload=command|engine", experiment));
  EXPECT_FALSE(condition_holds("workload=engine&data.kind=prepared", experiment));
}

}  // namespace
}  // namespace trainyard
