// SPDX-License-Identifier: GPL-3.0-or-later
// An error about one run: its name and short id, then what is wrong.
#pragma once

#include <QString>

#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

// What the messages about a run name: {run} (its whole UUID), {name}, {id} (how the UUID begins),
// {target}.
inline Map runNames(const RunRecord& run) {
  return {{"run", run.run.toStdString()},
          {"name", run.name.toStdString()},
          {"id", run.run.left(8).toStdString()},
          {"target", run.target.toStdString()}};
}

}  // namespace trainyard
