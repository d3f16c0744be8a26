// SPDX-License-Identifier: GPL-3.0-or-later
// The call about the code that a run was sent.
#pragma once

#include "remote/service/protocol/method.h"
#include "remote/service/protocol/methods.h"
#include "remote/store/records.h"
#include "remote/target/code_files.h"

namespace trainyard {

// Where a run's code is on its target. The tasks of an array, in <folder>/tasks/<index>, have that
// of their array.
inline QString codeFolderOf(const RunRecord& run) {
  const bool isTask = !run.parent.isEmpty();
  return (isTask ? run.folder.section(QLatin1Char('/'), 0, -3) : run.folder) +
         QStringLiteral("/code");
}

namespace methods {

// The files of the run's code on its target. Error "code.missing".
inline constexpr Method<RunArguments, CodeListing> codeList{"code.list", OnLeave::end,
                                                            Reaches::target};

}  // namespace methods

}  // namespace trainyard
