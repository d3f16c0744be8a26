// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is a job which this program did not start: it has no agent and no experiment. Its
// state is what the scheduler says, and its folder only says where its output is.
#pragma once

#include "remote/store/records.h"

namespace trainyard {

inline bool isAdoptedJob(const RunRecord& run) { return run.workload == QLatin1String("job"); }

}  // namespace trainyard
