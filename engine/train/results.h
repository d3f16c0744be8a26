// SPDX-License-Identifier: GPL-3.0-or-later
// results/ at the end of a run: numbers under the names of Hugging Face Trainer, and the model.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/train/evaluation.h"
#include "engine/train/session.h"
#include "engine/train/split_files.h"
#include "engine/train/training_work.h"

namespace trainyard {

// train_results.json, of each split that was judged eval_results.json, test_results.json and so on
// and its folder (split_files.h), all_results.json, and results/model. Done by the first rank, and
// only while no higher attempt exists. `seconds` is the training time of this attempt, `steps` its
// steps.
struct TrainTotals {
  double seconds = 0;
  std::int64_t steps = 0;
};
Result<void> write_results(const Session& session, const TrainingWork& work,
                           const TrainTotals& totals, const std::vector<SplitResult>& judged);

// What eval_results.json has of an evaluation: "eval_loss" and so on.
Map eval_results(const EvaluationResult& evaluation, const std::string& prefix = "eval");

// At the start of an attempt: puts what an end in the middle of replacing it left aside back in
// its place, and removes what earlier attempts did not finish.
void recover_results(const RunFolder& run);

}  // namespace trainyard
