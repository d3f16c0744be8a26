// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are written from the contract and kept in the repository are what the contract says
// today.
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "engine/contract/experiment/writer.h"

TEST(GeneratedFiles, ParametersPageIsFresh) {
  std::ifstream file(PARAMETERS_PAGE, std::ios::binary);
  const std::string kept{std::istreambuf_iterator<char>(file), {}};
  ASSERT_FALSE(kept.empty()) << PARAMETERS_PAGE << " is missing";
  EXPECT_TRUE(kept == trainyard::parameters_markdown())
      << "resources/help/parameters.md is not what the contract says: ./dev build writes it again";
}
