// SPDX-License-Identifier: GPL-3.0-or-later
// The #SBATCH lines of a job script, and the words of an sbatch command line, as sbatch reads them
// (src/sbatch/opt.c and getopt_long of Slurm 22.05 to 25.11).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard {

struct SbatchOption {
  std::string name;  // its long name, "nodes" for -N and --nod; as written where sbatch knows none
  std::optional<std::string> value;  // without quotes; options that take none have none
  bool is_known = true;
};

struct SbatchLine {
  int line = 0;            // from 1
  std::string text;        // as it stands, without the line break
  int component = 0;       // of a heterogeneous job, from 0
  bool separates = false;  // "#SBATCH hetjob": the next component begins behind it
  std::vector<SbatchOption> options;
  std::string trailing;  // words that are no option, for which sbatch refuses the script
};

struct SbatchDirectives {
  std::vector<SbatchLine> lines;
  int components = 1;
  // Lines that begin with #SBATCH behind the first command: Slurm does not read them.
  std::vector<int> ignored;
};

// Any bytes in. Lines count up to the first that is neither empty nor begins with #.
SbatchDirectives read_sbatch_directives(std::string_view script);
SbatchDirectives read_sbatch_directives(std::span<const std::string> lines);

// Options up to the first word that is none; `used` is how many words they are.
std::vector<SbatchOption> read_sbatch_options(std::span<const std::string> words,
                                              std::size_t& used);

// "--nodes=2", quoted so that sbatch reads back exactly it.
std::string written_directive(const SbatchOption& option);

// "--constraint=a100" as resources.extra_directives has it.
SbatchOption option_of_directive(std::string_view directive);

}  // namespace trainyard
