// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/system/bundled_libraries.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/engine/temporary_folder.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

// A folder of site-packages with torch of a version, where a Python environment has it.
void add_torch(const TemporaryFolder& place, const std::string& site, const std::string& version) {
  fs::create_directories(place / (site + "/torch/lib"));
  place.write(site + "/torch/version.py", "__version__ = '" + version + "'\n");
}

TEST(BundledLibraries, ThisSystemHasTheCLibraryThatTheTestWasBuiltWith) {
  EXPECT_TRUE(has_new_c_library());
}

TEST(BundledLibraries, APackageIsToldByItsPrograms) {
  const TemporaryFolder place;
  fs::create_directories(place / "lib/trainyard");
  place.write("lib/trainyard/yard", "");
  EXPECT_FALSE(is_bundled(place / "lib/trainyard"));
  place.write("lib/trainyard/yard.bin", "");
  EXPECT_TRUE(is_bundled(place / "lib/trainyard"));
}

TEST(BundledLibraries, TorchIsThatOfTheSameEnvironment) {
  const TemporaryFolder place;
  fs::create_directories(place / "lib/trainyard");
  EXPECT_TRUE(torch_folders(place / "lib/trainyard").empty());
  add_torch(place, "lib/python3.9/site-packages", "1.13.1");
  EXPECT_TRUE(torch_folders(place / "lib/trainyard").empty());
  add_torch(place, "lib/python3.11/site-packages", std::string(torch_version) + "+cpu");
  fs::create_directories(place / "lib/python3.11/site-packages/pyarrow");
  const auto found = torch_folders(place / "lib/trainyard");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(fs::equivalent(found[0], place / "lib/python3.11/site-packages/torch/lib"));
  EXPECT_TRUE(fs::equivalent(found[1], place / "lib/python3.11/site-packages/pyarrow"));
}

TEST(BundledLibraries, TorchMayLieInTheFolderItself) {
  const TemporaryFolder place;
  add_torch(place, "python", torch_version);
  ASSERT_EQ(torch_folders(place.path()).size(), 1u);
  EXPECT_TRUE(fs::equivalent(torch_folders(place.path())[0], place / "python/torch/lib"));
}

}  // namespace
}  // namespace trainyard
