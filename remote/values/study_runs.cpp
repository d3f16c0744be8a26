// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/values/study_runs.h"

#include "engine/search/trial_run.h"
#include "remote/values/text.h"

namespace trainyard {

QString trialRun(const QString& study, std::int64_t trial, std::int64_t seedIndex) {
  return text(search::trial_run(study.toStdString(), trial, seedIndex));
}

}  // namespace trainyard
