// SPDX-License-Identifier: GPL-3.0-or-later
// What MLflow says of a run, in a file store as in a database.
#pragma once

#include <optional>
#include <string>

#include "remote/history/recorded_run.h"

namespace trainyard {

struct MlflowRun {
  std::string name, status;              // "FINISHED"; in file stores its number
  std::optional<double> started, ended;  // Unix milliseconds
  std::string experiment;
};

void describeMlflowRun(const MlflowRun& known, RecordedRun& run);

// A person's tag is a setting. MLflow's own ones describe the person and the place; of them, name,
// note and the run that this one is nested in are taken.
void addMlflowTag(const std::string& name, const std::string& value, RecordedRun& run);

}  // namespace trainyard
