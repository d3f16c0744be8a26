// SPDX-License-Identifier: GPL-3.0-or-later
// What a command or a job script uses of its code: which files and programs it names, as far as
// that can be known without running it. What stands in a branch that may not be taken is left out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
  };
  struct MisplacedOption {
    std::string program, option, place;
    bool isTooEarly = true;  // false: it is after the program that the launcher starts
  };

  std::vector<Named> files, shellScripts, commands;
  std::vector<PythonProgram> programs;
  std::vector<MisplacedOption> misplaced;
  // Whether modules, environments or variables are set up that decide what is found.
  bool setsUp = false;
};

// Returns the text of a file relative to the code folder; nothing if there is none.
using ReadCodeFile = std::function<std::optional<std::string>(const std::string&)>;

// `words`: starting with the program, as they stand.
CodeUse useOfCommand(const std::vector<std::string>& words, const std::string& place);
// `file`: the script's name in places. Accepts arbitrary bytes.
CodeUse useOfScript(std::string_view text, const std::string& file, const ReadCodeFile& read);

}  // namespace trainyard
