#include <cstdio>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/inference/commands.h"
#include "engine/train/evaluation.h"
#include "engine/train/results.h"
#include "engine/train/stop.h"

namespace trainyard {

Result<ExitCode> evaluate_command(const TrainedModelArguments& arguments, Split split) {
  Reporter reporter(nullptr, std::nullopt);
  TRY(TrainedModel model, load_trained_model(arguments, reporter));
  TRY(model.work.validation, open_rows(model, split));
  const auto result = evaluate(model.work, rows_at_once(model.experiment),
                               [&](std::int64_t done, std::int64_t total) {
                                 reporter.progress("phase.evaluating", static_cast<double>(done),
                                                   static_cast<double>(total));
                                 return !stop_requested();
                               });
  if (!result) return make_error("evaluation.stopped", {}, ExitCode::stopped_early);
  std::printf("%s\n", to_json(Value(eval_results(*result))).c_str());
  return ExitCode::completed;
}

}  // namespace trainyard
