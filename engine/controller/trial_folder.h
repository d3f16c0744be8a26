// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the run folder of a trial, beside that of the study, from the study's template:
//   search/template/resolved.yaml    the experiment without its search
//   search/template/job.sh           its job script, in whose arguments and variables the
//                                    placeholders of values still stand
//   search/template/submission.json  what submission-N.json says of a job of it
// and the scripts that submit, which lie in the study's folder.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/run/run_folder.h"
#include "engine/contract/run/submission_record.h"

namespace trainyard::controller {

struct TrialTemplate {
  RunFolder study;
  RunIdentity identity;  // of the study
  std::string text;      // of resolved.yaml
  Experiment experiment;
  std::string script;
  SubmissionRecord submission;
};

// Error: the file that cannot be read, or "search.trial_refused".
Result<TrialTemplate> read_trial_template(const RunFolder& study);

RunFolder trial_folder(const TrialTemplate& from, const std::string& run);

// Writes all but the submission; may be repeated. Errors: "search.trial_refused" if the document
// does not allow the values, "run.folder_taken" if the folder is another run's, those of files.
Result<void> make_trial_folder(const TrialTemplate& from, const std::string& run,
                               const std::vector<std::string>& overrides);

// job.sh with the values of the trial in its arguments and variables.
std::string filled_script(const TrialTemplate& from, const Experiment& trial);

}  // namespace trainyard::controller
