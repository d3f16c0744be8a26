// SPDX-License-Identifier: GPL-3.0-or-later
// What a command or a job script uses of its code: which files and programs it names, as far as
// that can be known without running it. What stands in a branch that may not be taken is left out.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "remote/rehearse/launch_check.h"
#include "remote/rehearse/shell_mistakes.h"

namespace trainyard {

struct CodeUse {
  // A file relative to the code folder, or a program that is searched in PATH. `place` says where
  // it is named: "train.sh:12", "command.arguments".
  struct Named {
    std::string name, place;
    bool isRun = false;  // by its path, as a program
  };
  struct PythonProgram {
    std::string file, place;
    std::vector<std::string> words;  // its arguments
    bool areAllKnown = true;
    std::string folder = {};                  // where it runs, relative to the code's
    std::string python = {};                  // the version that runs it, "3.8"; empty: unknown
    bool isModule = false;                    // by python -m
    bool isLaunched = false;                  // by a launcher that tells each process its rank
    std::vector<std::string> variables = {};  // that the script exports to it
  };
  struct MisplacedOption {
    std::string program, option, place;
    bool isTooEarly = true;  // false: it is after the program that the launcher starts
  };

  std::vector<Named> files, shellScripts, commands;
  std::vector<PythonProgram> programs;
  std::vector<MisplacedOption> misplaced;
  std::vector<PlacedLaunch> launches;
  std::vector<ShellMistake> mistakes;
  std::vector<Named> folders;  // in which commands run
  std::vector<Named> places;   // absolute paths
  // Names that commands before may have made; it may be anything once archives are unpacked.
  std::set<std::string> made;
  bool makesAnything = false;
  // Whether modules, environments or variables are set up that decide what is found.
  bool setsUp = false;
};

// Returns the text of a file relative to the code folder; nothing if there is none.
using ReadCodeFile = std::function<std::optional<std::string>(const std::string&)>;

// `words`: starting with the program, as they stand.
CodeUse useOfCommand(const std::vector<std::string>& words, const std::string& place);
// `file`: the script's name in places. Accepts arbitrary bytes.
// `hasArray`: each task of the job has an index.
CodeUse useOfScript(std::string_view text, const std::string& file, const ReadCodeFile& read,
                    bool hasArray = false);

}  // namespace trainyard
