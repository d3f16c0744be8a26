// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission of several values would submit, beside what its study has already.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/protocol/study_plan.h"
#include "remote/service/targets/target_registry.h"
#include "remote/store/run_store.h"

namespace trainyard {

// methods::studiesPlan. A run is there if one of the study has its key (study_key.h); in a study
// that the arguments name, also if it has its values.
QCoro::Task<Result<StudyPlan>> planStudy(TargetRegistry& targets, RunStore& store,
                                         StudyPlanArguments arguments, std::stop_token stop);

}  // namespace trainyard
