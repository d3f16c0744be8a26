// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment needs on a target: paths, programs, variables of the user's environment there.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include <QCoroTask>
#include <QString>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/result.h"
#include "remote/host/host.h"

namespace trainyard {

struct TargetNeed {
  enum class Kind {
    file,      // readable and not empty
    anything,  // readable
    venv,      // a folder with bin/activate
    conda,     // a name or a folder
    program,   // an executable file
    name,      // of a program in PATH
    variable,
  } kind = Kind::anything;
  std::string field;  // "data.train[0]"
  QString value;      // may start with ~/
};

struct TargetAnswer {
  std::vector<Diagnostic> findings;  // with path but without location
  QString home;                      // of the user on the target
};

// Checks all of them in one command in a login shell. Errors: those of the host; "target.no_bash".
QCoro::Task<Result<TargetAnswer>> askTarget(Host& host, QString target,
                                            std::vector<TargetNeed> needs, std::stop_token stop);

// Parses the output of that command, ignoring what a login shell printed around it.
Result<TargetAnswer> readTargetAnswer(const QString& target, const std::vector<TargetNeed>& needs,
                                      const QByteArray& printed);

}  // namespace trainyard
