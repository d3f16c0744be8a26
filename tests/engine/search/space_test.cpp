// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/space.h"

#include <gtest/gtest.h>

namespace trainyard::search {
namespace {

Parameter with(std::string path, List choices, std::vector<SearchCondition> conditions = {}) {
  return {std::move(path),
          {.kind = DistributionKind::categorical, .choices = std::move(choices)},
          std::move(conditions)};
}

TEST(Space, PutsParentsFirstAndGroupsWhatOccursTogether) {
  const auto space = Space::create({with("momentum", {0, 1}, {{"kind", {"sgd"}}}),
                                    with("rate", {1, 2}), with("kind", {"sgd", "adamw"}),
                                    with("nesterov", {true, false}, {{"kind", {"sgd"}}}),
                                    with("damping", {0, 1}, {{"nesterov", {false}}})});
  ASSERT_TRUE(space) << space.error().message;
  std::vector<std::string> paths;
  for (const Parameter& parameter : space->parameters()) paths.push_back(parameter.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"rate", "kind", "momentum", "nesterov", "damping"}));
  EXPECT_EQ(space->groups(), (std::vector<std::vector<std::size_t>>{{0, 1}, {2, 3}, {4}}));
}

TEST(Space, KnowsTheValuesOfOneTrial) {
  const auto space = Space::create(
      {with("kind", {"sgd", "adamw", 1}), with("momentum", {0, 1}, {{"kind", {"sgd", 1.0}}})});
  ASSERT_TRUE(space);
  EXPECT_TRUE(space->contains({{"kind", "sgd"}, {"momentum", 1}}));
  EXPECT_TRUE(space->contains({{"kind", 1}, {"momentum", 1}})) << "1 and 1.0 are equal";
  EXPECT_TRUE(space->contains({{"kind", "adamw"}}));
  EXPECT_FALSE(space->contains({{"kind", "adamw"}, {"momentum", 1}}));
  EXPECT_FALSE(space->contains({{"kind", "sgd"}}));
  EXPECT_FALSE(space->contains({{"kind", "sgd"}, {"momentum", 2}}));
  EXPECT_FALSE(space->contains({}));
}

TEST(Space, RefusesCirclesAndStrangers) {
  const auto code = [](std::vector<Parameter> parameters) {
    const auto space = Space::create(std::move(parameters));
    return space ? "" : space.error().code;
  };
  EXPECT_EQ(code({with("a", {1}, {{"b", {1}}}), with("b", {1}, {{"a", {1}}})}),
            "study.not_parent_first");
  EXPECT_EQ(code({with("a", {1}, {{"b", {1}}})}), "study.when_unknown");
  EXPECT_EQ(code({with("a", {1}), with("a", {2})}), "study.twice");
}

}  // namespace
}  // namespace trainyard::search
