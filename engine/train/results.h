// SPDX-License-Identifier: GPL-3.0-or-later
// results/ at the end of a run: numbers under Hugging Face Trainer's names, and the model.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/train/evaluation.h"
#include "engine/train/session.h"
#include "engine/train/split_files.h"
#include "engine/train/training_work.h"

namespace trainyard {

// Writes train_results.json, for each evaluated split eval_results.json, test_results.json etc. and
// its folder (split_files.h), all_results.json, and results/model: by the first rank, and only if
// there is no newer attempt. Collective: each rank writes the files of weights that it has. Throws
// the same Failure on all ranks. `seconds` is the training time of this attempt, `steps` its steps.
struct TrainTotals {
  double seconds = 0;
  std::int64_t steps = 0;
};
void write_results(const Session& session, TrainingWork& work, const TrainTotals& totals,
                   const std::vector<SplitResult>& splits);

// The content of eval_results.json for an evaluation: "eval_loss" etc.
Map eval_results(const EvaluationResult& evaluation, const std::string& prefix = "eval");

// To be called at the start of an attempt: restores results that were being replaced when an
// attempt was interrupted, and removes what earlier attempts did not finish.
void recover_results(const RunFolder& run);

}  // namespace trainyard
