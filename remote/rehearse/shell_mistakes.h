// SPDX-License-Identifier: GPL-3.0-or-later
// What would certainly make a single command of a job script fail, told by its words alone. Pure.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/value.h"
#include "remote/import/shell.h"

namespace trainyard {

struct ShellMistake {
  const char* code = nullptr;  // of a message "rehearsal...."
  Map arguments;
};

// Looks at the commands of one script in their order.
class ShellMistakes {
 public:
  // A login shell and an interactive one know `conda activate`.
  explicit ShellMistakes(bool isLoginShell) : m_knowsConda(isLoginShell) {}

  void hear(const ShellRun& run, const std::string& place);
  // `unset`: of set -u; `state`: at the script's end.
  void endsWith(const std::vector<ShellDefault>& unset, const ShellState& state, bool hasArray,
                const std::string& file);

  std::vector<ShellMistake> take() { return std::move(m_found); }

 private:
  void add(const char* code, Map arguments) { m_found.push_back({code, std::move(arguments)}); }

  bool m_knowsConda = false;
  bool m_setsUnknown = false;  // a module or another file may have set variables
  std::vector<ShellMistake> m_found;
};

}  // namespace trainyard
