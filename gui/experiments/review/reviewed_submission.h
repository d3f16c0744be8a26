// SPDX-License-Identifier: GPL-3.0-or-later
// The submission that is looked at before it is made.
#pragma once

#include "gui/experiments/review/review_row.h"
#include "remote/service/client/client.h"
#include "remote/store/run_prediction.h"

namespace trainyard {

class ExperimentModel;

struct ReviewedSubmission {
  SubmitRequest request;
  QString title;            // of the document
  QList<QStringList> runs;  // "path=value" of each run of a study; one without values else
  QStringList grid;         // what makes these runs; empty: it is one
  Experiment experiment;    // as the document says, that of the first run
  int numTrials = 0;        // of a search
  QList<ReviewRow> changes;
  QString changesTitle;  // what they are changes to
  RunPrediction prediction{};
  QString pathsFrom{};  // of relative paths, if it was never saved; empty: it has a file

  static ReviewedSubmission of(const ExperimentModel& model);
};

}  // namespace trainyard
