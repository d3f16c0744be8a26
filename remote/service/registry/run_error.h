// SPDX-License-Identifier: GPL-3.0-or-later
// Errors about a run: its name and short id, then what is wrong.
#pragma once

#include <QString>

#include "engine/contract/messages.h"
#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

// The arguments of messages about a run: {run} (its whole UUID), {name}, {id} (the start of the
// UUID), {target}.
inline Map runNames(const RunRecord& run) {
  return {{"run", run.run.toStdString()},
          {"name", run.name.toStdString()},
          {"id", run.run.left(8).toStdString()},
          {"target", run.target.toStdString()}};
}

// Why something cannot be done with a run, of the messages that name it {name} {short}.
inline Error refusalOf(const char* code, const RunRecord& run, Map more = {}) {
  Map arguments{{"run", run.run.toStdString()},
                {"name", run.name.toStdString()},
                {"short", run.run.left(8).toStdString()}};
  for (auto& each : more) arguments.push_back(std::move(each));
  return make_error(code, std::move(arguments));
}

}  // namespace trainyard
