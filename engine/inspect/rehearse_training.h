// SPDX-License-Identifier: GPL-3.0-or-later
// What would make a training fail, found in seconds on this computer: the checks of its start, its
// first records, and some steps of a shrunk model on them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/results/rehearsal.h"
#include "engine/data/text_sources.h"

namespace trainyard {

struct RehearsalRequest {
  std::filesystem::path experiment;  // the document
  std::vector<std::string> overrides;
  double data_seconds = 3;     // as PlanRequest::data_seconds
  PrepareProgress progress{};  // unless empty, told what is done
};

// What is wrong is among the diagnostics, with its place in the document. Errors: an unreadable
// document; "plan.command"; "rehearsal.stopped".
Result<Rehearsal> rehearse_training(const RehearsalRequest& request);

}  // namespace trainyard
