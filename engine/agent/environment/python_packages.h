// SPDX-License-Identifier: GPL-3.0-or-later
// The Python that a program would find, and the packages installed for it. Nothing is started: the
// interpreter may take seconds on a busy file system, while the names of folders say the same.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/contract/value.h"

namespace trainyard::agent {

// A variable of the program's environment; nothing if it is not set.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;

struct PythonInstallation {
  std::string version;  // "3.11.4", "3.11" if no file says more; empty: no Python was found
  std::string prefix;   // the folder with its bin/
  // By name, lower case with "-" for "_" and "."; each once, sorted. At most 1,024.
  Map packages;
};

// `program`: the first word of the command; if it is a Python, that one, else the first in PATH,
// else that of an activated environment. What PYTHONPATH names comes before what is installed, and
// the user's own folder before the system's, as the interpreter has them. Names and versions that
// are no such thing are left out.
PythonInstallation find_python(const std::string& program, const Variables& variables);

}  // namespace trainyard::agent
