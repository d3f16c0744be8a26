// SPDX-License-Identifier: GPL-3.0-or-later
// A trial of Optuna as a run: its values are settings, what it reported is a curve.
#pragma once

#include <cstdint>
#include <map>

#include "engine/search/study.h"
#include "remote/history/recorded_run.h"

namespace trainyard {

// `values`: of the objectives, by their numbers. The curves have Optuna's names: `value`, or
// `values_0`, `values_1`, .. where there are several, and `intermediate_value`.
RecordedRun runOfTrial(const std::string& study, const search::Trial& trial,
                       const std::map<std::int64_t, double>& values);

}  // namespace trainyard
