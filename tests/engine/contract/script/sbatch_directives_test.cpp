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

TEST(SbatchDirectives, ReadsPbsLinesAsSbatchDoes) {
  EXPECT_EQ(
      options_in("#!/bin/sh\n#PBS -N name -l nodes=2:ppn=4\n#PBS -lwalltime=00:04:00,mem=4gb\n"),
      "job-name=name nodes=2 ntasks=8 time=00:04:00 mem=4g");
  EXPECT_EQ(
      options_in("#!/bin/sh\n#PBS -q gpu -A lab -J 1-4 -W depend=afterok:12 -j oe -m abe -h\n"),
      "partition=gpu account=lab array=1-4 dependency=afterok:12 mail-type=BEGIN,END,FAIL hold");
  EXPECT_EQ(options_in("#!/bin/sh\n#PBS -l select=2:ncpus=8:mpiprocs=4\n#PBS -t 0-3%2 -o none\n"),
            "nodes=2 mincpus=8 ntasks-per-node=4 cpus-per-task=2 array=0-3%2 output=/dev/null");
  EXPECT_EQ(options_in("#!/bin/sh\n#PBS -l nodes=node01+node02:ppn=2 -P lab\n"),
            "ntasks=2 nodelist=node01,node02 P?");
  const auto read =
      read_sbatch_directives("#!/bin/sh\n#PBS -l select=1:ngpus=4,place=scatter -V -k oe\n");
  ASSERT_EQ(read.lines.size(), 1u);
  EXPECT_EQ(read.lines[0].ignored, "-l ngpus=4,place=scatter -k oe");
  EXPECT_EQ(read_sbatch_directives("#!/bin/sh\n#PBS -N two words\n").lines.at(0).trailing, "words");
}

TEST(SbatchDirectives, ReadsOneOtherSchedulersLines) {
  EXPECT_EQ(
      options_in("#!/bin/sh\n#BSUB -n 2,8 -W 2:00 -q gpu -M 4000\n#BSUB -cwd /w -x\n#PBS -N a\n"),
      "ntasks=8 time=2 partition=gpu mem-per-cpu=4000K chdir=/w exclusive");
  EXPECT_EQ(options_in("#!/bin/sh\n#SBATCH --ignore-pbs -n 2\n#PBS -l nodes=2\n"),
            "ignore-pbs ntasks=2");
  // They count wherever they stand in the first hundred lines of commands, and after #SBATCH.
  const std::string late = "#!/bin/sh\n#PBS -l nodes=2\necho a\n#PBS -l nodes=3\n#SBATCH -N 4\n";
  EXPECT_EQ(options_in(late), "nodes=2 nodes=3");
  std::string far = "#!/bin/sh\n#SBATCH -N 4\n";
  for (int i = 0; i < 101; ++i) far += "echo\n";
  EXPECT_EQ(options_in(far + "#PBS -l nodes=3\n"), "nodes=4");
  const SbatchDirectives both = read_sbatch_directives("#!/bin/sh\n#PBS -N p\n#SBATCH -J s\n");
  EXPECT_EQ(lines_in_effect(both).back()->text, "#PBS -N p");
}

TEST(SbatchDirectives, TellsLinesThatWereMeantAsDirectives) {
  const auto misspelt = [](const std::string& lines) {
    return read_sbatch_directives("#!/bin/bash\n" + lines).misspelt;
  };
  EXPECT_EQ(
      misspelt("#SBTACH -n 2\n#SBATH --nodes=2\n#SBACTH -N2\n# SBATCH -n 2\n#!SBATCH --mem=4G\n"
               " #SBATCH -n 2\n#Sbatch -n 4\n#sbatch --time=5\n#SBATCHES -n 2\n"),
      (std::vector<int>{2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(
      misspelt(
          "##SBATCH -n 2\n# sbatch --nodes=2 job.sh\n# Usage: sbatch -n 2\n#SBATCH\n# -- batch\n"
          "## SBATCH -n 2\n# a batch - of words\n#\n#-----\n"),
      std::vector<int>());
  EXPECT_EQ(misspelt("echo\n#SBTACH -n 2\n"), std::vector<int>());
}

TEST(SbatchDirectives, LeavesOtherJobsLinesAlone) {
  const auto ignored = [](const std::string& lines) {
    return read_sbatch_directives("#!/bin/bash\n" + lines).ignored;
  };
  EXPECT_EQ(ignored("sbatch <<JOB\n#!/bin/sh\n#SBATCH -n 2\nJOB\n#SBATCH -n 3\n"),
            std::vector<int>{6});
  EXPECT_EQ(ignored("cat > a <<-'E' \n#SBATCH -n 2\n\tE\necho \"x # y\"\n#SBATCH -n 3\n"),
            std::vector<int>{6});
  EXPECT_EQ(ignored("S=\"#!/bin/bash\n#SBATCH -n 2\n\"\n#SBATCH -n 3\n"), std::vector<int>{5});
  EXPECT_EQ(ignored("echo $((1<<n))\n# don't\ncat <<< x\n#SBATCH -n 3\n"), std::vector<int>{5});
  EXPECT_EQ(ignored("cat <<A <<B\n#SBATCH -n 2\nA\n#SBATCH -n 2\nB\n#SBATCH -n 3\n"),
            std::vector<int>{7});
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
