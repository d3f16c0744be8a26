// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the #SBATCH lines of a job script and the arguments of an sbatch command line the way
// sbatch does (src/sbatch/opt.c and getopt_long of Slurm 22.05 to 25.11). sbatch reads the lines of
// two other schedulers, too: #BSUB or, without those, #PBS.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard {

struct SbatchOption {
  std::string name;  // its long name, "nodes" for -N and --nod; as written if sbatch does not know
                     // it
  std::optional<std::string> value;  // without quotes; absent for options without a value
  bool is_known = true;
};

enum class DirectiveKind { sbatch, pbs, bsub };

struct SbatchLine {
  int line = 0;  // from 1
  DirectiveKind kind = DirectiveKind::sbatch;
  std::string text;        // as written, without the line break
  int component = 0;       // of a heterogeneous job, from 0
  bool separates = false;  // "#SBATCH hetjob": the next component starts after it
  std::vector<SbatchOption> options;
  std::string trailing;  // arguments that are not options, for which sbatch rejects the script
  std::string ignored;   // of another scheduler: what sbatch passes over without a word
};

struct SbatchDirectives {
  std::vector<SbatchLine> lines;
  int components = 1;
  // Lines starting with #SBATCH after the first command, which Slurm does not read. Without those
  // in a here-document or a string: they are another job's.
  std::vector<int> ignored;
  // Lines before the first command that were meant as #SBATCH, "#SBTACH --nodes=2": comments.
  std::vector<int> misspelt;
};

// "#SBATCH", "#PBS"
std::string_view mark_of(DirectiveKind kind);

// Accepts arbitrary bytes. Reads lines up to the first that is neither empty nor starts with #;
// those of other schedulers in the first hundred lines of commands, too.
SbatchDirectives read_sbatch_directives(std::string_view script);
SbatchDirectives read_sbatch_directives(std::span<const std::string> lines);

// The lines in the order in which sbatch applies them: those of another scheduler come last.
std::vector<const SbatchLine*> lines_in_effect(const SbatchDirectives& directives);

// Reads options up to the first argument that is not one; `used` is how many arguments were read.
std::vector<SbatchOption> read_sbatch_options(std::span<const std::string> words,
                                              std::size_t& used);

// "--nodes=2", quoted so that sbatch reads back exactly this value.
std::string written_directive(const SbatchOption& option);

// Parses "--constraint=a100" as used in resources.extra_directives.
SbatchOption option_of_directive(std::string_view directive);

}  // namespace trainyard
