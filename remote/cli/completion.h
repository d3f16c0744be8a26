// SPDX-License-Identifier: GPL-3.0-or-later
// Words that the shell offers while a command of `yard` is typed, and its manual page: both are
// read from the same command line that is parsed.
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
  bool files = false;  // files and folders, too
};

// What may stand for the last of `words`, those that come after `yard` (the last one may be empty).
// Names are those of this computer: targets, runs, presets, fields. Asks no service and no cluster.
Candidates candidatesFor(const CLI::App& app, const std::vector<std::string>& words);

// `yard complete -- WORD...`: the candidates, a line each: word, tabulator, help; ":files" for
// files.
int printCandidates(const CLI::App& app, const std::vector<std::string>& words);

// What a shell reads to ask for them; `shell`: bash, zsh or fish.
int printCompletion(const std::string& shell);

// In the form that man reads.
int printManual(const CLI::App& app);

}  // namespace trainyard
