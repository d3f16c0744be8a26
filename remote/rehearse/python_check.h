// SPDX-License-Identifier: GPL-3.0-or-later
// Has a Python of this computer read programs without running them (resources/rehearse).
#pragma once

#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "remote/rehearse/code_use.h"

namespace trainyard {

struct PythonQuestion {
  QStringList pythons;         // interpreters; the first that answers is asked
  QString root;                // the code folder
  std::set<std::string> sent;  // its files that the run gets, relative to it
  std::set<std::string> made;  // names that the script may have made before
  bool makesAnything = false;
  std::vector<CodeUse::PythonProgram> programs;
  // Whether the run has this very interpreter, with what is installed for it.
  bool isRunsOwn = false;
};

// Findings about `field`; none if no interpreter answers.
QCoro::Task<std::vector<Diagnostic>> findingsInPython(PythonQuestion question, std::string field,
                                                      std::stop_token stop);

}  // namespace trainyard
