// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/sbatch_directives.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

// "nodes=2 exclusive" of all options, those that sbatch does not know with a question mark.
std::string options_in(const std::string& script) {
  std::string out;
  for (const SbatchLine& line : read_sbatch_directives(script).lines)
    for (const SbatchOption& option : line.options) {
      out += (out.empty() ? "" : " ") + option.name + (option.is_known ? "" : "?");
      if (option.value) out += "=" + *option.value;
    }
  return out;
}

TEST(SbatchDirectives, ReadsShortAndLongOptions) {
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH -N2 -n 8 -c4\n#SBATCH --time 1:00:00 --mem=4G\n"),
            "nodes=2 ntasks=8 cpus-per-task=4 time=1:00:00 mem=4G");
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH --part=gpu --ntasks-per-n 4\n#SBATCH -Hv --exclusive\n"),
            "partition=gpu ntasks-per-node=4 hold verbose exclusive");
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH --exclusive=user --nice --frobnicate=3 -Z\n"),
            "exclusive=user nice frobnicate?=3 Z?");
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH --tasks-per-node=2\n"), "ntasks-per-node=2");
}

TEST(SbatchDirectives, TakesQuotesAndComments) {
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH -J \"two words\" --comment='a # b' # --nodes=9\n"),
            "job-name=two words comment=a # b");
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH --output='a\\'b.out' --time=5#SBATCH\n"),
            "output=a'b.out time=5");
  // What 22.05 does with a blank behind a backslash: the word ends there.
  const auto read = read_sbatch_directives("#!/bin/sh\n#SBATCH --comment=a\\ b\n");
  EXPECT_EQ(read.lines.at(0).options.at(0).value, "a");
  EXPECT_EQ(read.lines.at(0).trailing, "b");
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH--comment=2\n"), "comment=2");
}

TEST(SbatchDirectives, EndsAtTheFirstCommand) {
  const auto read = read_sbatch_directives(
      "#!/bin/sh\n\n  # a comment\n#SBATCH -n 2\n\t \n#SBATCH -N 1\nset -e\n#SBATCH --nodes=8\n");
  ASSERT_EQ(read.lines.size(), 2u);
  EXPECT_EQ(read.lines[0].line, 4);
  EXPECT_EQ(read.lines[1].text, "#SBATCH -N 1");
  EXPECT_EQ(read.ignored, std::vector<int>{8});
  // Only at the very beginning of a line, and spelled so.
  EXPECT_EQ(options_in("#!/bin/sh\n #SBATCH -n 2\n##SBATCH -n 3\n#sbatch -n 4\n# SBATCH -n 5\n"),
            "");
}

TEST(SbatchDirectives, KeepsComponentsApart) {
  const auto read =
      read_sbatch_directives("#!/bin/sh\n#SBATCH -n 1\n#SBATCH hetjob\n#SBATCH -n 4\n");
  EXPECT_EQ(read.components, 2);
  ASSERT_EQ(read.lines.size(), 3u);
  EXPECT_EQ(read.lines[0].component, 0);
  EXPECT_TRUE(read.lines[1].separates);
  EXPECT_EQ(read.lines[2].component, 1);
}

TEST(SbatchDirectives, TellsWordsThatAreNoOptions) {
  const auto read = read_sbatch_directives("#!/bin/sh\n#SBATCH --time=5 later --nodes=2\n");
  ASSERT_EQ(read.lines.size(), 1u);
  EXPECT_EQ(read.lines[0].options.size(), 1u);
  EXPECT_EQ(read.lines[0].trailing, "later --nodes=2");
}

TEST(SbatchDirectives, WritesWhatReadsBack) {
  for (const std::string value :
       {"a100:4", "two words", "quo\"te", "it's", "back\\slash", "#x", ""}) {
    const SbatchOption option{"comment", value, true};
    EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH " + written_directive(option) + "\n"),
              "comment=" + value);
  }
}

}  // namespace
}  // namespace trainyard
