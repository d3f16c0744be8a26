// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/review/reviewed_submission.h"

#include "gui/experiments/model/experiment_model.h"

namespace trainyard {

ReviewedSubmission ReviewedSubmission::of(const ExperimentModel& model) {
  const auto runs = model.sweep().combinations();
  const ExperimentDocument& document = *model.document();
  ReviewedSubmission submission;
  submission.request = model.request();
  submission.title = document.title();
  if (runs) submission.runs = *runs;
  if (runs && runs->size() > 1) submission.grid = model.sweep().grid();
  submission.experiment = model.experiment();
  if (document.path().isEmpty()) submission.pathsFrom = document.folder();
  submission.numTrials = model.numTrials();
  submission.prediction = model.prediction().prediction();
  submission.changesTitle = model.changes().words();
  for (const SettingChange& change : model.changes().changes()) {
    ReviewRow row;
    row.name = change.path;
    row.detail = change.before;
    row.right = change.after;
    row.isSetting = true;
    submission.changes << row;
  }
  return submission;
}

}  // namespace trainyard
