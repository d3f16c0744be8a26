// SPDX-License-Identifier: GPL-3.0-or-later
// `yard submit --grid`: runs that are submitted together and form a study.
#pragma once

#include <QCoroTask>

#include "remote/cli/options.h"
#include "remote/service/client/client.h"

namespace trainyard {

CLI::Option* addGrid(CLI::App& command, QStringList& grid, const char* help);

// A run for each combination of values, all in one study.
struct StudyOptions {
  QStringList grid;  // "path=value,value"
  QString study;     // prefix of the UUID of the study that is added to; empty: it is found
  int parallel = 0;  // how many may be open at once; 0: any number
  bool isAgain = false, retriesFailed = false, failFast = false, isDryRun = false;

  CLI::Option* describe(CLI::App& command);  // returns --grid
  StudySelection selection() const;
};

struct StudySubmission {
  ExperimentOptions experiment;
  StudyOptions several;
  bool isWatched = false;
  Format format = Format::text;
};

// Submits what is selected, once each of them was checked; a dry run prints what would be
// submitted, what is there, and what would be refused.
QCoro::Task<Result<int>> submitStudy(ServiceClient& client, StudySubmission asked);

}  // namespace trainyard
