// results/ at the end of a run: numbers under the names of Hugging Face Trainer, and the model.
#pragma once

#include <optional>

#include "engine/contract/result.h"
#include "engine/train/evaluation.h"
#include "engine/train/session.h"
#include "engine/train/training_work.h"

namespace trainyard {

// train_results.json, eval_results.json (when something was evaluated), all_results.json and
// results/model. Done by the first rank, and only while no higher attempt exists. `seconds` is the
// training time of this attempt, `steps` its steps.
struct TrainTotals {
  double seconds = 0;
  std::int64_t steps = 0;
};
Result<void> write_results(const Session& session, const TrainingWork& work,
                           const TrainTotals& totals,
                           const std::optional<EvaluationResult>& evaluation);

// What eval_results.json has of an evaluation: "eval_loss" and so on.
Map eval_results(const EvaluationResult& evaluation);

// At the start of an attempt: puts the model back in its place where an end in the middle of
// replacing it left it aside, and removes what earlier attempts did not finish.
void recover_results(const RunFolder& run);

}  // namespace trainyard
