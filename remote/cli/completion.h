// SPDX-License-Identifier: GPL-3.0-or-later
// Shell completion and the manual page of `yard`, both derived from the parser's description of the
// command line.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace trainyard {

struct Candidate {
  std::string word;
  std::string help;  // one line; may be empty
};

struct Candidates {
  std::vector<Candidate> words;
  bool files = false;  // also complete files and folders
};

// Returns the completions of the last of `words`, which are those after `yard` (the last may be
// empty). Names are those known on this computer: targets, runs, presets, fields. Does not contact
// the service or a cluster.
Candidates candidatesFor(const CLI::App& app, const std::vector<std::string>& words);

// `yard complete -- WORD...`: prints one candidate per line: word, tab, help; ":files" for files.
int printCandidates(const CLI::App& app, const std::vector<std::string>& words);

// Prints the shell's completion script; `shell`: bash, zsh or fish.
int printCompletion(const std::string& shell);

// In the format of man.
int printManual(const CLI::App& app);

// As the beginning of resources/help/commands.md.
int printCommandsPage(const CLI::App& app);

}  // namespace trainyard
